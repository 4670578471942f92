package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"strings"
	"time"
)

// Market is a session of a user at the marketplace.
type Market struct {
	accessToken, refreshToken string
}

// MarketError is what the marketplace refused.
type MarketError struct {
	Status  int    `json:"status"`
	Message string `json:"message"`
}

func (e *MarketError) Error() string { return fmt.Sprintf("%d %s", e.Status, e.Message) }

var client = &http.Client{
	Timeout: 30 * time.Second,
	// The code of an authorization is in the address of a redirect.
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// SignIn is the authorization code grant of a user.
func SignIn(userID string) (*Market, error) {
	code, err := allow(userID)
	if err != nil {
		return nil, err
	}
	market := &Market{}
	redirect := os.Getenv("REDIRECT_URI")
	return market, market.exchange(url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {redirect}})
}

// Refresh renews the tokens.
func (m *Market) Refresh() error {
	return m.exchange(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {m.refreshToken}})
}

func (m *Market) exchange(grant url.Values) error {
	grant.Set("client_id", os.Getenv("CLIENT_ID"))
	grant.Set("client_secret", os.Getenv("CLIENT_SECRET"))
	var tokens struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
	}
	form := strings.NewReader(grant.Encode())
	if err := m.ask("POST", "/oauth/token", "application/x-www-form-urlencoded", form, &tokens); err != nil {
		return err
	}
	// A refresh token works once; the answer has the next.
	m.accessToken, m.refreshToken = tokens.AccessToken, tokens.RefreshToken
	return nil
}

// Get reads a resource into `into`.
func (m *Market) Get(path string, into any) error { return m.ask("GET", path, "", nil, into) }

// Send sends a body as JSON, and reads the answer into `into`.
func (m *Market) Send(method, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return m.ask(method, path, "application/json", bytes.NewReader(text), into)
}

// Upload sends a file as the field of a form.
func (m *Market) Upload(path, field, name, kind string, content []byte) error {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", fmt.Sprintf("form-data; name=%q; filename=%q", field, name))
	header.Set("Content-Type", kind)
	part, err := writer.CreatePart(header)
	if err != nil {
		return err
	}
	if _, err := part.Write(content); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	return m.ask("POST", path, writer.FormDataContentType(), &form, nil)
}

func (m *Market) ask(method, path, kind string, body io.Reader, into any) error {
	request, err := http.NewRequest(method, os.Getenv("MARKETPLACE_URL")+path, body)
	if err != nil {
		return err
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if m.accessToken != "" {
		request.Header.Set("Authorization", "Bearer "+m.accessToken)
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 400 {
		refusal := &MarketError{}
		if err := json.NewDecoder(answer.Body).Decode(refusal); err != nil {
			return err
		}
		return refusal
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(answer.Body).Decode(into)
}

// allow stands in for the user's browser: in the demo anyone may be any user. It returns the code.
func allow(userID string) (string, error) {
	answer, err := client.PostForm(os.Getenv("MARKETPLACE_URL")+"/authorization", url.Values{
		"response_type": {"code"},
		"client_id":     {os.Getenv("CLIENT_ID")},
		"redirect_uri":  {os.Getenv("REDIRECT_URI")},
		"user_id":       {userID},
		"decision":      {"allow"},
	})
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	location, err := answer.Location()
	if err != nil {
		return "", err
	}
	return location.Query().Get("code"), nil
}
