import java.nio.file.Path;
import java.util.List;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * A node of a cluster on loopback, which ends when its standard input does:
 * NAME FOLDER HTTP-PORT TRANSPORT-PORT TRANSPORT-PORT-OF-THE-FIRST ROLES.
 */
class Node {
    public static void main(String[] args) throws Exception {
        Settings settings = Settings.builder()
            .put("cluster.name", "tabiya-" + args[4])
            .put("node.name", args[0])
            .put("path.home", args[1])
            .put("network.host", "127.0.0.1")
            .put("http.port", args[2])
            .put("transport.port", args[3])
            .put("discovery.seed_hosts", "127.0.0.1:" + args[4])
            .put("cluster.initial_cluster_manager_nodes", "first")
            .putList("node.roles", args[5].split(","))
            // A disk that is nearly full is no reason to refuse a few megabytes.
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            // The serial collector lets garbage fill the heap, which the circuit breaker would count as used.
            .put("indices.breaker.total.use_real_memory", false)
            .build();
        Environment environment = new Environment(settings, Path.of(args[1], "config"));
        new OpenSearchRunnerNode(environment, List.of(
            MapperExtrasPlugin.class, ReindexPlugin.class, Netty4Plugin.class)).start();
        System.out.println("started");
        while (System.in.read() >= 0) {
        }
        Runtime.getRuntime().halt(0);
    }
}
