"""The parts of the engine that asks OpenSearch (extra ``opensearch``)."""
