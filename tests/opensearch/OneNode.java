import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.transport.TransportAddress;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;
import org.opensearch.transport.TransportService;

/**
 * One OpenSearch node on the loopback, for tests: its home, then settings as {@code key=value}.
 *
 * <p>Prints {@code ready HTTP-PORT TRANSPORT-PORT}, and ends when its standard input does: when the
 * tests that started it are gone, however they went.
 */
public final class OneNode extends Node {
    private OneNode(Path home, Settings settings) {
        super(
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home, () -> "test"),
            List.<Class<? extends Plugin>>of(Netty4Plugin.class),
            false);
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream told = System.out;
        System.setOut(System.err); // the log, which nobody reads while the tests run
        Path home = Path.of(arguments[0]);
        Settings.Builder settings = Settings.builder()
            .put("path.home", home)
            .put("network.host", "127.0.0.1")
            .put("http.port", "0")
            .put("transport.port", "0")
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .put("cluster.routing.allocation.disk.threshold_enabled", false);
        for (int at = 1; at < arguments.length; at++) {
            String[] setting = arguments[at].split("=", 2);
            settings.put(setting[0], setting[1]);
        }
        OneNode node = new OneNode(home, settings.build());
        node.start();
        TransportAddress http =
            node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress();
        TransportAddress transport =
            node.injector().getInstance(TransportService.class).boundAddress().publishAddress();
        told.println("ready " + http.getPort() + " " + transport.getPort());
        waitForTheEndOfTheTests();
        node.close();
        System.exit(0);
    }

    private static void waitForTheEndOfTheTests() throws IOException {
        while (System.in.read() >= 0) {
            // Whatever they say.
        }
    }
}
