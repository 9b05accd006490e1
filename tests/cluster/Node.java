import java.nio.file.Path;
import java.util.List;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.transport.Netty4Plugin;

/** A node of a cluster on loopback, which ends when it is killed: NAME FOLDER HTTP-PORT TRANSPORT-PORT FIRST-TRANSPORT-PORT ROLES. */
class Node {
    public static void main(String[] args) throws Exception {
        Settings.Builder settings = Settings.builder()
            .put("cluster.name", "tabiya-test")
            .put("node.name", args[0])
            .put("path.home", args[1])
            .put("path.data", Path.of(args[1], "data").toString())
            .put("path.logs", Path.of(args[1], "logs").toString())
            .put("network.host", "127.0.0.1")
            .put("http.port", args[2])
            .put("transport.port", args[3])
            .put("discovery.seed_hosts", "127.0.0.1:" + args[4])
            .put("cluster.initial_cluster_manager_nodes", "first")
            .putList("node.roles", args[5].split(","))
            // A disk that is nearly full is no reason to refuse a few megabytes.
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .put("node.processors", 2);
        Environment environment = new Environment(settings.build(), Path.of(args[1], "config"));
        new OpenSearchRunnerNode(environment, List.of(
            MapperExtrasPlugin.class, ReindexPlugin.class, Netty4Plugin.class)).start();
        System.out.println("started");
        Thread.currentThread().join();
    }
}
