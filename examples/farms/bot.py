"""A bot for BuildGrid: bot.py HOST:PORT NAME

Fetches the input files of an action, runs its command, and stores its output files. The command
finds its programs by the bot's search path.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as execution
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2 as bots
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2_grpc
from buildgrid.server.client.cas import download, upload

# Seconds that a call waits, and seconds between two calls while a command runs.
WAIT, HEARTBEAT = 8, 3


def run(channel, payload):
    """Runs an action; returns its result."""
    with tempfile.TemporaryDirectory() as root:
        action = execution.Action()
        with download(channel, instance="") as files:
            if not payload.Unpack(action):
                digest = execution.Digest()
                payload.Unpack(digest)
                files.get_message(digest, action)
            command = files.get_message(action.command_digest, execution.Command())
            files.download_directory(action.input_root_digest, root)
        folder = os.path.join(root, command.working_directory)
        outputs = list(command.output_paths) or list(command.output_files)
        for output in outputs:
            os.makedirs(os.path.dirname(os.path.join(folder, output)), exist_ok=True)
        variables = {variable.name: variable.value for variable in command.environment_variables}
        variables["PATH"] = os.environ["PATH"]
        done = subprocess.run(list(command.arguments), cwd=folder, env=variables, capture_output=True)
        result = execution.ActionResult(
            exit_code=done.returncode, stdout_raw=done.stdout, stderr_raw=done.stderr
        )
        with upload(channel, instance="") as files:
            for output in outputs:
                path = os.path.join(folder, output)
                if os.path.isfile(path):
                    file = result.output_files.add(path=output, is_executable=os.access(path, os.X_OK))
                    file.digest.CopyFrom(files.upload_file(path, queue=False))
        return result


class Job(threading.Thread):
    """The job of a lease. An error of the bot ends the bot: the job is given to another one."""

    def __init__(self, channel, payload):
        super().__init__(daemon=True)
        self.channel, self.payload, self.result = channel, payload, None
        self.start()

    def run(self):
        try:
            self.result = run(self.channel, self.payload)
        except Exception as error:
            print(error, file=sys.stderr)
            os._exit(1)


def main(address, name):
    channel = grpc.insecure_channel(address)
    service = bots_pb2_grpc.BotsStub(channel)
    session = bots.BotSession(bot_id=name, status=bots.OK)
    session.worker.devices.add(handle="machine").properties.add(key="OSFamily", value="linux")
    session = service.CreateBotSession(
        bots.CreateBotSessionRequest(bot_session=session), timeout=WAIT
    )
    jobs = {}
    while True:
        for lease in session.leases:
            if lease.state == bots.ACTIVE:
                if lease.id not in jobs:
                    jobs[lease.id] = Job(channel, lease.payload)
                job = jobs[lease.id]
                job.join(HEARTBEAT)
                if job.result is not None:
                    lease.state = bots.COMPLETED
                    lease.result.Pack(job.result)
                    del jobs[lease.id]
        request = bots.UpdateBotSessionRequest(name=session.name, bot_session=session)
        try:
            session = service.UpdateBotSession(request, timeout=WAIT)
        except grpc.RpcError as error:
            if error.code() not in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.UNAVAILABLE):
                raise
            time.sleep(1)


main(*sys.argv[1:])
