package dev.rayllm.operator.plan.throughput;

import static dev.rayllm.operator.plan.throughput.ThroughputByHandTest.replica;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Speeds that others measured: answer tokens a second of the whole engine, at a number of requests in flight and lengths of prompts
 * and answers. Each must lie in the range of its estimate. This guards what has been reached and proves nothing beyond it: the A100's
 * share and the time of a step were moved with the first four in view, and the ranges were chosen after all of them were seen.
 *
 * <p>Sources: A100 40 GB, vLLM 0.23: johnmusgrave.com, "vLLM throughput-latency sweep on NVIDIA A100" (75 tokens/s alone, 6.6 times
 * that at 8). H100, vLLM 0.21: yobitelcomm.github.io/bench, concurrency sweep (6.48 ms a token alone; 580 tokens/s at 4). RTX 4090,
 * vLLM: mushfiqrahman.dev, Mistral 7B capacity planning (answers of about 100 tokens). H100, NIM with TensorRT-LLM:
 * docs.nvidia.com/nim/benchmarking, 70 B in FP8 on two cards.
 */
class MeasuredSpeedsTest {

    @ParameterizedTest
    @CsvSource({
        "llama-3.1-8b-instruct, A100-40GB, 1, 1, 1024, 128, 75",
        "llama-3.1-8b-instruct, A100-40GB, 1, 8, 1024, 128, 495",
        "llama-3.1-8b-instruct, H100, 1, 1, 100, 128, 154",
        "llama-3.1-8b-instruct, H100, 1, 4, 100, 128, 580",
        "mistral-7b-instruct, RTX-4090, 1, 4, 256, 100, 210",
        "mistral-7b-instruct, RTX-4090, 1, 16, 256, 100, 644",
        "mistral-7b-instruct, RTX-4090, 1, 48, 256, 100, 1190",
        "llama-3.3-70b-instruct-fp8, H100, 2, 1, 5000, 500, 51.7",
        "llama-3.3-70b-instruct-fp8, H100, 2, 25, 5000, 500, 623",
        "llama-3.3-70b-instruct-fp8, H100, 2, 50, 5000, 500, 814",
    })
    void lieInTheRange(String model, String gpu, int cards, int concurrency, int prompt, int answer, double measured) {
        Range range = replica(model, gpu, cards, 1, concurrency, prompt + answer, (double) prompt / (prompt + answer))
                .throughput().answerTokensPerSecond();
        assertThat(measured).as("%s", range).isBetween(range.low(), range.high());
    }
}
