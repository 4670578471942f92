import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** A session of a user at the marketplace. */
final class Market {
    /** What the marketplace refused. */
    static final class Refusal extends IOException {
        Refusal(int status, String body) {
            super(status + " " + Json.field(body, "message"));
        }
    }

    /** It follows no redirect: the code of an authorization is in the address of one. */
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private String accessToken;
    private String refreshToken;

    static Market signIn(String userId) throws IOException, InterruptedException {
        Market market = new Market();
        String redirect = System.getenv("REDIRECT_URI");
        market.exchange(Map.of("grant_type", "authorization_code", "code", allow(userId), "redirect_uri", redirect));
        return market;
    }

    Market refresh() throws IOException, InterruptedException {
        exchange(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
        return this;
    }

    String get(String path) throws IOException, InterruptedException {
        return ask("GET", path, null, BodyPublishers.noBody());
    }

    String delete(String path) throws IOException, InterruptedException {
        return ask("DELETE", path, null, BodyPublishers.noBody());
    }

    /** Sends a body that is JSON. */
    String send(String method, String path, String json) throws IOException, InterruptedException {
        return ask(method, path, "application/json", BodyPublishers.ofString(json));
    }

    /** Uploads a file as the field of a form. */
    String upload(String path, String field, String name, String type, String content)
            throws IOException, InterruptedException {
        String boundary = UUID.randomUUID().toString();
        String disposition = "form-data; name=\"%s\"; filename=\"%s\"".formatted(field, name);
        String form = "--%s\r\nContent-Disposition: %s\r\nContent-Type: %s\r\n\r\n%s\r\n--%s--\r\n"
                .formatted(boundary, disposition, type, content, boundary);
        return ask("POST", path, "multipart/form-data; boundary=" + boundary, BodyPublishers.ofString(form));
    }

    private void exchange(Map<String, String> grant) throws IOException, InterruptedException {
        Map<String, String> fields = new LinkedHashMap<>(grant);
        fields.put("client_id", System.getenv("CLIENT_ID"));
        fields.put("client_secret", System.getenv("CLIENT_SECRET"));
        String tokens = ask("POST", "/oauth/token", "application/x-www-form-urlencoded", formOf(fields));
        accessToken = Json.field(tokens, "access_token");
        // A refresh token works once; the answer has the next.
        refreshToken = Json.field(tokens, "refresh_token");
    }

    private String ask(String method, String path, String type, BodyPublisher body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = requestTo(path).method(method, body);
        if (type != null) request.header("Content-Type", type);
        if (accessToken != null) request.header("Authorization", "Bearer " + accessToken);
        HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() >= 400) throw new Refusal(answer.statusCode(), answer.body());
        return answer.body();
    }

    /** Stands in for the user's browser: in the demo anyone may be any user. Returns the code. */
    private static String allow(String userId) throws IOException, InterruptedException {
        BodyPublisher form = formOf(Map.of(
                "response_type", "code",
                "client_id", System.getenv("CLIENT_ID"),
                "redirect_uri", System.getenv("REDIRECT_URI"),
                "user_id", userId,
                "decision", "allow"));
        HttpRequest request = requestTo("/authorization")
                .header("Content-Type", "application/x-www-form-urlencoded").POST(form).build();
        HttpResponse<Void> answer = CLIENT.send(request, BodyHandlers.discarding());
        String query = URI.create(answer.headers().firstValue("Location").orElseThrow()).getQuery();
        for (String pair : query.split("&")) if (pair.startsWith("code=")) return pair.substring(5);
        throw new IOException("no code in " + query);
    }

    private static HttpRequest.Builder requestTo(String path) {
        URI address = URI.create(System.getenv("MARKETPLACE_URL") + path);
        return HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(30));
    }

    private static BodyPublisher formOf(Map<String, String> fields) {
        return BodyPublishers.ofString(fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&")));
    }
}
