"""Tests of an integration that answers buyers' questions: each has a marketplace of its own."""


def test_a_question_is_asked_and_the_seller_is_notified_and_answers(world):
    world.listen("questions")
    buyer, seller = world.client("buyer_mla"), world.client("seller_mla")

    body = {"item_id": world.fixtures["item_active"], "text": "¿Hacen factura A?"}
    question = buyer.post("/questions", json=body).json()

    told = world.next_notification("questions")
    assert told["resource"] == f"/questions/{question['id']}"
    answer = {"question_id": question["id"], "text": "Sí, con cada compra."}
    assert seller.post("/answers", json=answer).json()["status"] == "ANSWERED"


def test_the_client_waits_and_asks_again_when_it_is_told_that_it_asks_too_often(world):
    path = "/questions/search"
    rule = {
        "id": "too-often",
        "target": "api",
        "match": {"path": path, "first": 2},
        "effect": {"status": 429, "retry_after": 1},
        "ttl_seconds": 60,
    }
    world.lab("PUT", "/faults", [rule])

    answer = world.client("seller_mla").get(path, params={"item": world.fixtures["item_active"]})

    assert answer.json()["total"] > 0
    requests = world.lab("GET", "/requests", path=path)["results"]
    assert [request["status"] for request in requests] == [200, 429, 429]
