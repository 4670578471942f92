package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// Received is a notification as it came.
type Received struct {
	Header http.Header
	Body   []byte
}

// IsGenuine says whether the notification is signed, and not older than five minutes: an old one may be a
// replay.
func (r Received) IsGenuine(secret string) bool {
	timestamp := r.Header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(r.Header.Get("webhook-id") + "." + timestamp + "."))
	mac.Write(r.Body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// The header has several signatures while the secret is being changed.
	for _, given := range strings.Split(r.Header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

// Receive listens on a free port of this machine and hands on the genuine notifications.
func Receive(secret string) (address string, received <-chan Received, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	inbox := make(chan Received, 16)
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(io.LimitReader(request.Body, 1<<20))
		notification := Received{request.Header, body}
		if err != nil || !notification.IsGenuine(secret) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		// Keep it and answer at once, work later: a slow answer counts as none.
		select {
		case inbox <- notification:
		default:
			// There is no room: the marketplace delivers it again.
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	return "http://" + listener.Addr().String() + "/", inbox, nil
}
