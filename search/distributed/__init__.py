"""Work over many files, spread over the workers of Dask and written in parts."""
