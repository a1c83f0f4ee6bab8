// rpip/paystack-go: answers are its own types, an error status is an error.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	paystack "github.com/rpip/paystack-go"
)

var base, key = os.Getenv("COWRIE_URL"), os.Getenv("SHOP_KEY")
var failed = 0

// Prints a line of JSON: the name of the call, and why it failed.
func call(name string, err error, fits bool) {
	var why any
	if err != nil {
		why = err.Error()
	} else if !fits {
		why = "unexpected answer"
	}
	if why != nil {
		failed++
	}
	line, _ := json.Marshal(map[string]any{"call": name, "why": why})
	fmt.Println(string(line))
}

// Sends what is for Paystack to Cowrie: the client's own option, because its address is a constant.
type redirect struct{}

func (redirect) RoundTrip(asked *http.Request) (*http.Response, error) {
	if asked.URL.Host == "api.paystack.co" {
		asked.URL.Scheme = "http"
		asked.URL.Host = strings.TrimPrefix(base, "http://")
		asked.URL.Path = "/paystack" + asked.URL.Path
	}
	return http.DefaultTransport.RoundTrip(asked)
}

// Pays as the customer would.
func pay(reference string) {
	url := base + "/api/v1/sandbox/transactions/" + reference + "/pay"
	asked, _ := http.NewRequest("POST", url, strings.NewReader(`{"channel":"card"}`))
	asked.Header.Set("Authorization", "Bearer "+key)
	asked.Header.Set("Content-Type", "application/json")
	if answer, err := http.DefaultClient.Do(asked); err == nil {
		answer.Body.Close()
	}
}

func main() {
	client := paystack.NewClient(key, &http.Client{Transport: redirect{}})
	client.LoggingEnabled = false
	own := fmt.Sprint(time.Now().UnixNano())
	reference := "go-" + own

	begun, err := client.Transaction.Initialize(&paystack.TransactionRequest{
		Email: "ada@example.com", Amount: 500000, Reference: reference,
	})
	call("Transaction.Initialize", err, begun["access_code"] != nil)
	pay(reference)
	paid, err := client.Transaction.Verify(reference)
	call("Transaction.Verify", err, paid != nil && paid.Status == "success")
	found, err := client.Transaction.Get(paid.ID)
	call("Transaction.Get", err, found != nil && found.Reference == reference)
	// Only the payment above: its type for lists has no metadata that is an object.
	all, err := client.Transaction.ListN(1, 1)
	call("Transaction.List", err, all != nil && len(all.Values) > 0)
	timeline, err := client.Transaction.Timeline(reference)
	call("Transaction.Timeline", err, timeline != nil)
	totals, err := client.Transaction.Totals()
	call("Transaction.Totals", err, totals["total_transactions"] != nil)
	export, err := client.Transaction.Export(paystack.RequestValues{})
	call("Transaction.Export", err, export["path"] != nil)

	made, err := client.Customer.Create(&paystack.Customer{
		Email: "go-" + own + "@example.com", FirstName: "Ada", LastName: "Example",
	})
	call("Customer.Create", err, made != nil && made.CustomerCode != "")
	got, err := client.Customer.Get(made.CustomerCode)
	call("Customer.Get", err, got != nil && got.FirstName == "Ada")
	people, err := client.Customer.List()
	call("Customer.List", err, people != nil && len(people.Values) > 0)

	cook := &paystack.SubAccount{
		BusinessName: "Cook", SettlementBank: "058", AccountNumber: "0000000018", PercentageCharge: 10,
	}
	shared, err := client.SubAccount.Create(cook)
	call("SubAccount.Create", err, shared != nil && shared.SubAccountCode != "")
	shares, err := client.SubAccount.List()
	call("SubAccount.List", err, shares != nil && len(shares.Values) > 0)

	to := &paystack.TransferRecipient{
		Type: "nuban", Name: "Ada Example", AccountNumber: "0000000018", BankCode: "058", Currency: "NGN",
	}
	recipient, err := client.Transfer.CreateRecipient(to)
	call("Transfer.CreateRecipient", err, recipient != nil && recipient.RecipientCode != "")
	sent, err := client.Transfer.Initiate(&paystack.TransferRequest{
		Source: "balance", Amount: 10000, Recipient: recipient.RecipientCode, Reason: "rent",
	})
	call("Transfer.Initiate", err, sent != nil && sent.TransferCode != "")
	fetched, err := client.Transfer.Get(sent.TransferCode)
	call("Transfer.Get", err, fetched != nil && fetched.TransferCode == sent.TransferCode)
	transfers, err := client.Transfer.List()
	call("Transfer.List", err, transfers != nil && len(transfers.Values) > 0)
	recipients, err := client.Transfer.ListRecipients()
	call("Transfer.ListRecipients", err, recipients != nil && len(recipients.Values) > 0)

	settlements, err := client.Settlement.List()
	call("Settlement.List", err, settlements != nil)
	banks, err := client.Bank.List()
	call("Bank.List", err, banks != nil && len(banks.Values) > 0)
	account, err := client.Bank.ResolveAccountNumber("0000000018", "058")
	call("Bank.ResolveAccountNumber", err, account["account_name"] != nil)
	balance, err := client.CheckBalance()
	call("CheckBalance", err, balance != nil)
	bin, err := client.ResolveCardBIN(506066)
	call("ResolveCardBIN", err, bin["brand"] == "verve")
	if failed > 0 {
		os.Exit(1)
	}
}
