"""The Marketplace API with its sandbox as a container of your tests: pip install testcontainers."""

import json
from typing import Any

from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HealthcheckWaitStrategy

IMAGE = "ghcr.io/marketplace-api/marketplace-api:0.1"
PORT = 8080


class MarketplaceContainer(DockerContainer):
    """The product with its sandbox lab and the demo; use it by `with`."""

    document: dict[str, Any]

    def __init__(self, image: str = IMAGE, **kwargs: Any) -> None:
        super().__init__(image, **kwargs)
        self.with_exposed_ports(PORT)
        self.waiting_for(HealthcheckWaitStrategy().with_startup_timeout(300))

    def start(self) -> "MarketplaceContainer":
        super().start()
        self.document = json.loads(self.exec(["cat", "/data/sandbox.json"]).output)
        return self

    @property
    def url(self) -> str:
        """Where clients reach it."""
        return f"http://{self.get_container_host_ip()}:{self.get_exposed_port(PORT)}"

    @property
    def admin_token(self) -> str:
        """The admin token of the sandbox lab."""
        return str(self.document["sandbox"]["admin_token"])
