"""`ray ARGUMENTS`, with every port on the loopback, and ended when the program that started it is gone.

Ray makes 127.0.0.1 the machine's own address, and then listens everywhere. It does not where it thinks that clusters of
several nodes are impossible (RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER=0, which its processes inherit): only this command must be
told that a second node may join.
"""
import os
import signal
import threading
import time

os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

import ray._private.ray_constants as constants
import ray._private.services as services
from ray.scripts.scripts import main


def end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


constants.ENABLE_RAY_CLUSTER = True
services.resolve_ip_for_localhost = lambda host: host
services.get_node_ip_address = lambda address=None: "127.0.0.1"
threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
main()
