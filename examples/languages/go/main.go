// An integration in short: signs in, is notified of a question, answers, predicts, and uploads an invoice.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/url"
	"os"
	"time"
)

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	seller, err := SignIn(os.Getenv("SELLER_ID"))
	if err != nil {
		return err
	}
	if err := seller.Refresh(); err != nil {
		return err
	}
	buyer, err := SignIn(os.Getenv("BUYER_ID"))
	if err != nil {
		return err
	}
	var names [2]struct{ Nickname string }
	for index, user := range []*Market{seller, buyer} {
		if err := user.Get("/users/me", &names[index]); err != nil {
			return err
		}
	}
	fmt.Printf("signed in: %s, %s\n", names[0].Nickname, names[1].Nickname)
	question, err := ask(buyer, seller)
	if err != nil {
		return err
	}
	if err := answer(seller, question); err != nil {
		return err
	}
	return invoice(seller, buyer)
}

// ask lets the buyer ask, and returns the id of the question that the seller is notified of.
func ask(buyer, seller *Market) (int64, error) {
	secret := os.Getenv("WEBHOOK_SECRET")
	address, received, err := Receive(secret)
	if err != nil {
		return 0, err
	}
	settings := map[string]any{"callback_url": address, "topics": []string{"questions"}}
	if err := seller.Send("PUT", "/applications/"+os.Getenv("CLIENT_ID"), settings, nil); err != nil {
		return 0, err
	}
	var question struct{ ID int64 }
	asked := map[string]string{"item_id": os.Getenv("ITEM_ID"), "text": "¿Hacen factura A?"}
	if err := buyer.Send("POST", "/questions", asked, &question); err != nil {
		return 0, err
	}
	select {
	case <-time.After(30 * time.Second):
		return 0, errors.New("no notification within 30 s")
	case one := <-received:
		var notification struct{ Resource string }
		if err := json.Unmarshal(one.Body, &notification); err != nil {
			return 0, err
		}
		changed := Received{one.Header, append(one.Body, ' ')}
		if notification.Resource != fmt.Sprintf("/questions/%d", question.ID) || changed.IsGenuine(secret) {
			return 0, errors.New("a notification of another question, or a changed one that is believed")
		}
		fmt.Printf("notified: %s\n", notification.Resource)
		return question.ID, nil
	}
}

func answer(seller *Market, question int64) error {
	var answered struct{ Status string }
	body := map[string]any{"question_id": question, "text": "Sí, con cada compra."}
	if err := seller.Send("POST", "/answers", body, &answered); err != nil {
		return err
	}
	fmt.Printf("answered: %s\n", answered.Status)

	var predictions []struct {
		CategoryID string `json:"category_id"`
	}
	title := url.Values{"q": {"celular samsung galaxy a54 128gb"}, "limit": {"1"}}
	if err := seller.Get("/sites/MLA/domain_discovery/search?"+title.Encode(), &predictions); err != nil {
		return err
	}
	if len(predictions) != 1 {
		return fmt.Errorf("%d predictions", len(predictions))
	}
	fmt.Printf("predicted: %s\n", predictions[0].CategoryID)
	return nil
}

func invoice(seller, buyer *Market) error {
	path := "/packs/" + os.Getenv("PACK_ID") + "/fiscal_documents"
	upload := func() error {
		return seller.Upload(path, "fiscal_document", "invoice.pdf", "application/pdf", []byte("%PDF-1.4\n"))
	}
	if err := upload(); err != nil {
		return err
	}
	var listed struct {
		Documents []any `json:"fiscal_documents"`
	}
	if err := buyer.Get(path, &listed); err != nil {
		return err
	}
	fmt.Printf("uploaded: %d file\n", len(listed.Documents))
	var refusal *MarketError
	if err := upload(); !errors.As(err, &refusal) {
		return fmt.Errorf("a second upload was not refused: %v", err)
	}
	fmt.Printf("refused: %v\n", refusal)
	return seller.Send("DELETE", path, nil, nil)
}
