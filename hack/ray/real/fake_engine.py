"""An engine for ray.serve.llm that needs no GPU and knows one word.

Everything around it is Ray's: the application, deployments, placement groups, ingress, autoscaling. Ray takes it instead of
vLLM with RAYLLM_VLLM_ENGINE_CLS=fake_engine.FakeEngine. FAKE_REPLY_S in the environment: seconds until the answer.
"""
import asyncio
import json
import os
import time

from ray.llm._internal.serve.core.configs.openai_api_models import ChatCompletionResponse, CompletionResponse
from ray.llm._internal.serve.core.engine.protocol import LLMEngine

WORD = "fake"
USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


class FakeEngine(LLMEngine):
    """Answers chats and completions, streamed chats too."""

    def __init__(self, llm_config):
        self.model = llm_config.model_id

    async def start(self):
        pass

    async def check_health(self):
        pass

    async def reset_prefix_cache(self):
        pass

    async def resolve_lora(self, lora_model):
        pass

    def routing_stats(self):
        return {}

    def _answer(self, kind, **more):
        return {"id": kind, "created": int(time.time()), "model": self.model, **more}

    async def _think(self):
        await asyncio.sleep(float(os.environ.get("FAKE_REPLY_S", "0")))

    async def chat(self, request, raw_request_info=None):
        await self._think()
        if not request.stream:
            message = {"role": "assistant", "content": WORD}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            yield ChatCompletionResponse(**self._answer("chat", usage=USAGE, choices=[choice]))
            return
        choice = {"index": 0, "delta": {"role": "assistant", "content": WORD}, "finish_reason": "stop"}
        yield f"data: {json.dumps(self._answer('chat', object='chat.completion.chunk', choices=[choice]))}\n\n"
        yield "data: [DONE]\n\n"

    async def completions(self, request, raw_request_info=None):
        await self._think()
        yield CompletionResponse(**self._answer("text", usage=USAGE, choices=[{"index": 0, "text": WORD, "finish_reason": "stop"}]))

    async def _nothing(self):
        raise NotImplementedError("this engine chats and completes, no more")
        yield

    def embeddings(self, request, raw_request_info=None):
        return self._nothing()

    def transcriptions(self, request, raw_request_info=None):
        return self._nothing()
