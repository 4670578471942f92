import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** An integration in short: signs in, is notified of a question, answers, predicts and uploads an invoice. */
final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        Market seller = Market.signIn(System.getenv("SELLER_ID")).refresh();
        Market buyer = Market.signIn(System.getenv("BUYER_ID"));
        String[] names = {Json.field(seller.get("/users/me"), "nickname"), Json.field(buyer.get("/users/me"), "nickname")};
        System.out.println("signed in: " + String.join(", ", names));

        String question = ask(buyer, seller);
        String answer = "{\"question_id\": %s, \"text\": \"Sí, con cada compra.\"}".formatted(question);
        System.out.println("answered: " + Json.field(seller.send("POST", "/answers", answer), "status"));

        String title = URLEncoder.encode("celular samsung galaxy a54 128gb", StandardCharsets.UTF_8);
        String predictions = seller.get("/sites/MLA/domain_discovery/search?limit=1&q=" + title);
        System.out.println("predicted: " + Json.field(predictions, "category_id"));

        invoice(seller, buyer);
    }

    /** Lets the buyer ask, and returns the id of the question that the seller is notified of. */
    private static String ask(Market buyer, Market seller) throws Exception {
        try (Receiver receiver = new Receiver(System.getenv("WEBHOOK_SECRET"))) {
            String settings = "{\"callback_url\": \"%s\", \"topics\": [\"questions\"]}".formatted(receiver.url());
            seller.send("PUT", "/applications/" + System.getenv("CLIENT_ID"), settings);
            String asked = "{\"item_id\": \"%s\", \"text\": \"¿Hacen factura A?\"}".formatted(System.getenv("ITEM_ID"));
            String question = Json.field(buyer.send("POST", "/questions", asked), "id");

            Receiver.Received received = receiver.next();
            String resource = Json.field(received.body(), "resource");
            Receiver.Received changed = new Receiver.Received(received.headers(), received.body() + " ");
            if (!resource.equals("/questions/" + question) || receiver.isGenuine(changed))
                throw new IllegalStateException("a notification of another question, or a changed one that is believed");
            System.out.println("notified: " + resource);
            return question;
        }
    }

    private static void invoice(Market seller, Market buyer) throws Exception {
        String documents = "/packs/" + System.getenv("PACK_ID") + "/fiscal_documents";
        String[] invoice = {"fiscal_document", "invoice.pdf", "application/pdf", "%PDF-1.4\n"};
        seller.upload(documents, invoice[0], invoice[1], invoice[2], invoice[3]);
        int files = buyer.get(documents).split("\"filename\"", -1).length - 1;
        System.out.println("uploaded: " + files + " file");
        try {
            seller.upload(documents, invoice[0], invoice[1], invoice[2], invoice[3]);
        } catch (Market.Refusal refusal) {
            System.out.println("refused: " + refusal.getMessage());
        }
        seller.delete(documents);
    }
}
