import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * One real OpenSearch node on loopback, for tests: `java -cp 'LIB/*' Server.java HOME PORT`. Data are in HOME and stay
 * there. Prints "ready" when it answers; SIGTERM stops it.
 */
public class Server {
  static class PluggedNode extends Node {
    PluggedNode(Environment environment, Collection<Class<? extends Plugin>> plugins) {
      super(environment, plugins, false);
    }
  }

  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[0]);
    Path config = Files.createDirectories(home.resolve("config"));
    Settings settings = Settings.builder()
        .put("path.home", home.toString())
        .put("cluster.name", "test")
        .put("node.name", "test")
        .put("network.host", "127.0.0.1")
        .put("http.port", args[1])
        .put("transport.port", "0")
        .put("transport.type", "netty4")
        .put("http.type", "netty4")
        .put("discovery.type", "single-node")
        .put("cluster.routing.allocation.disk.threshold_enabled", false)
        // As a cluster should be set: a write to a missing index is an error.
        .put("action.auto_create_index", false)
        .build();
    Environment environment = InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), config, () -> "test");
    List<Class<? extends Plugin>> plugins =
        List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, ReindexPlugin.class);
    Node node = new PluggedNode(environment, plugins);
    node.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try {
        node.close();
      } catch (Exception e) {
        e.printStackTrace();
      }
    }));
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
