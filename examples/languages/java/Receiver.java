import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A receiver of notifications on a free port of this machine. It believes those alone that are signed. */
final class Receiver implements AutoCloseable {
    /** A notification as it came. */
    record Received(Headers headers, String body) {}

    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final String secret;
    private final HttpServer server;
    private final BlockingQueue<Received> inbox = new LinkedBlockingQueue<>();

    Receiver(String secret) throws IOException {
        this.secret = secret;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::receive);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    Received next() throws InterruptedException {
        Received received = inbox.poll(30, TimeUnit.SECONDS);
        if (received == null) throw new NoSuchElementException("no notification within 30 s");
        return received;
    }

    /** Whether it is signed, and not older than five minutes: an old one may be a replay. */
    boolean isGenuine(Received received) {
        String timestamp = headerOf(received, "webhook-timestamp");
        if (!timestamp.matches("\\d{1,12}")) return false;
        Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), Instant.now());
        if (age.abs().compareTo(TOLERANCE) > 0) return false;
        byte[] expected = signatureOf(headerOf(received, "webhook-id") + "." + timestamp + "." + received.body());
        // The header has several signatures while the secret is being changed.
        for (String given : headerOf(received, "webhook-signature").split(" ")) {
            if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) return true;
        }
        return false;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Received received = new Received(exchange.getRequestHeaders(), body);
        boolean isGenuine = isGenuine(received);
        // Answer at once and work later: a slow answer counts as none.
        exchange.sendResponseHeaders(isGenuine ? 200 : 401, -1);
        exchange.close();
        if (isGenuine) inbox.add(received);
    }

    private byte[] signatureOf(String signed) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            String key = secret.startsWith("whsec_") ? secret.substring("whsec_".length()) : secret;
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            byte[] digest = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
            return ("v1," + Base64.getEncoder().encodeToString(digest)).getBytes(StandardCharsets.UTF_8);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }

    private static String headerOf(Received received, String name) {
        String value = received.headers().getFirst(name);
        return value == null ? "" : value;
    }
}
