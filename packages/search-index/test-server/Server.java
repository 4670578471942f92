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
 * One OpenSearch node on loopback, for tests: `java -cp 'CLASSES:LIB/*' Server HOME NAME SETTING=VALUE...`.
 * Data are in HOME and stay there. Prints "ready" when it answers; SIGTERM stops it.
 */
public class Server {
  static class PluggedNode extends Node {
    PluggedNode(Environment environment, Collection<Class<? extends Plugin>> plugins) {
      super(environment, plugins, false);
    }
  }

  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[0]);
    String name = args[1];
    Path config = Files.createDirectories(home.resolve("config"));
    Settings.Builder settings = Settings.builder()
        .put("path.home", home.toString())
        .put("cluster.name", "test")
        .put("node.name", name)
        .put("network.host", "127.0.0.1")
        .put("transport.type", "netty4")
        .put("http.type", "netty4")
        .put("cluster.routing.allocation.disk.threshold_enabled", false)
        // As a cluster should be set: a write to a missing index is an error.
        .put("action.auto_create_index", false);
    for (String setting : List.of(args).subList(2, args.length)) {
      int end = setting.indexOf('=');
      settings.put(setting.substring(0, end), setting.substring(end + 1));
    }
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), config, () -> name);
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
