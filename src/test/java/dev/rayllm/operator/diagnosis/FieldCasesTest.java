package dev.rayllm.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.observe.Evidence;
import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Reports of the field by their numbers: what was printed then has a name now, and a remedy that names a field of the spec.
 * The names stand in status.diagnosis and begin the message of Ready; they are no reasons of conditions, which are a short
 * closed list: a user's alert on Ready=False/WorkerFailing or DeployFailed need not know sixty faults.
 */
class FieldCasesTest {

    @Test
    void fc10AnImageWithoutRayIsNamed() {
        isNamed("ImageMissingRay", "rayllm runtimes", Source.CONTAINER, "container ray-worker terminated: Error, exit code 127");
    }

    @Test
    void fc12AWorkerThatIsKilledForHostMemoryIsNamed() {
        isNamed("WorkerOOMKilled", "hardware.instanceTypes", Source.CONTAINER,
                "container ray-worker terminated: OOMKilled, exit code 137");
        isNamed("SharedMemoryFull", "/dev/shm", Source.LOG, "misc/shmutils.cc:129 NCCL WARN Error while creating shared memory"
                + " segment /dev/shm/nccl-Ewjreo (size 33030528), error: No space left on device (28)");
    }

    @Test
    void fc13AnEvictionForDiskIsNamed() {
        isNamed("EvictedForDisk", "model.cache.sizeLimit", Source.CONTAINER, "pod Failed: Evicted: The node was low on"
                + " resource: ephemeral-storage. Threshold quantity: 2146223340, available: 1883424Ki.");
    }

    /** 401 asks for a token, 403 for the licence, and 429 goes by. */
    @Test
    void fc15AnswersOfTheHubAreToldApart() {
        isNamed("ModelAuthRequired", "model.tokenSecretRef", Source.SERVE, "Access to model acme/gated-8b is restricted. You"
                + " must have access to it and be authenticated to access it. Please log in.");
        isNamed("ModelAccessDenied", "terms", Source.SERVE, "Access to model acme/gated-8b is restricted and you are not in"
                + " the authorized list. Visit https://huggingface.co/acme/gated-8b to ask for access.");
        isNamed("HubRateLimited", "model.cache.claimName", Source.SERVE,
                "429 Too Many Requests: you have reached your 'resolvers' rate limit.");
    }

    @Test
    void fc17CodeOfTheRepositoryNeedsConsent() {
        isNamed("RemoteCodeNotTrusted", "model.trustRemoteCode", Source.SERVE, "ValueError: The repository acme/custom-arch-7b"
                + " contains custom code which must be executed to correctly load the model.");
    }

    @Test
    void fc18AMissingTemplateOrParserIsNamed() {
        isNamed("ChatTemplateMissing", "engine.chatTemplateRef", Source.LOG, "As of transformers v4.44, default chat template"
                + " is no longer allowed, so you must provide a chat template if the tokenizer does not define one.");
        isNamed("ToolParserUnknown", "engine.toolCallParser", Source.SERVE, "KeyError: \"Tool parser 'x9' not found.\"");
    }

    @Test
    void fc19HeadsThatDoNotDivideAreNamed() {
        isNamed("TensorParallelInvalid", "divisor of 28", Source.SERVE,
                "ValueError: Total number of attention heads (28) must be divisible by tensor parallel size (8).");
    }

    @Test
    void fc21RanksThatDoNotMeetAreNamed() {
        isNamed("RankSetupTimeout", "hardware.network.interface", Source.LOG, "[E528 08:52:46 ProcessGroupGloo.cpp:145] Gloo"
                + " connectFullMesh failed with [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:144] no error");
    }

    @Test
    void fc23TheLengthThatFitsIsInTheRemedy() {
        isNamed("KvCacheTooSmall", "workload.contextLength to at most 39072", Source.SERVE, "ValueError: To serve at least one"
                + " request with the model's max seq len (131072), (16.0 GiB KV cache is needed, which is larger than the"
                + " available KV cache memory (4.77 GiB). Based on the available memory, the estimated maximum model length"
                + " is 39072. Try increasing `gpu_memory_utilization`");
    }

    @Test
    void fc24MemoryThatAnotherHoldsIsNamed() {
        isNamed("GpuMemoryInUse", "engine.gpuMemoryUtilization", Source.SERVE, "ValueError: Free memory on device (9.1/22.06 GiB)"
                + " on startup is less than desired GPU memory utilization (0.9, 19.85 GiB).");
    }

    @Test
    void fc25WhatTheCardCannotRunIsNamed() {
        isNamed("UnsupportedOnGpu", "engine.dtype to float16", Source.SERVE, "ValueError: Bfloat16 is only supported on GPUs with"
                + " compute capability of at least 8.0. Your Tesla T4 GPU has compute capability 7.5.");
        isNamed("UnsupportedOnGpu", "hardware.gpus", Source.SERVE, "ValueError: The quantization method awq is not supported for"
                + " the current GPU. Minimum capability: 75. Current capability: 70.");
    }

    /** The model id was wrong, and Ready was True while the pod crashed (kaito-project/kaito#931). */
    @Test
    void fc53AWrongModelIsNamedAndACrashLoopShowsItsLastError() {
        isNamed("ModelNotFound", "model.id", Source.SERVE, "OSError: acme/does-not-exist is not a local folder and is not a"
                + " valid model identifier listed on 'https://huggingface.co/models'");
        Finding finding = diagnose(Source.CONTAINER, "container ray-worker waiting: CrashLoopBackOff\ncontainer ray-worker"
                + " terminated: Error, exit code 1: starting\nacme.AcmeError: key=abcdef secret=hunter22\n").getFirst();
        assertThat(finding.code()).isEqualTo("UnknownError");
        assertThat(finding.message()).startsWith("acme.AcmeError: ").doesNotContain("hunter22");
    }

    private static void isNamed(String code, String inRemedy, Source source, String text) {
        List<Finding> findings = diagnose(source, text);
        assertThat(findings).extracting(Finding::code).containsExactly(code);
        assertThat(findings.getFirst().remedy()).contains(inRemedy);
    }

    private static List<Finding> diagnose(Source source, String text) {
        return Diagnoser.builtIn().diagnose(new Evidence(List.of(new Statement(source, "p", text))));
    }
}
