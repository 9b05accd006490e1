import java.nio.file.Path;
import java.util.List;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.plugins.Plugin;

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
            plugin("org.opensearch.index.mapper.MapperExtras"),
            plugin("org.opensearch.index.reindex.Reindex"),
            plugin("org.opensearch.transport.Netty4"))).start();
        System.out.println("started");
        while (System.in.read() >= 0) {
        }
        Runtime.getRuntime().halt(0);
    }

    /** A plugin, which has one name in OpenSearch 2 and another in OpenSearch 3. */
    private static Class<? extends Plugin> plugin(String name) throws ClassNotFoundException {
        try {
            return Class.forName(name + "Plugin").asSubclass(Plugin.class);
        } catch (ClassNotFoundException of2) {
            return Class.forName(name + "ModulePlugin").asSubclass(Plugin.class);
        }
    }
}
