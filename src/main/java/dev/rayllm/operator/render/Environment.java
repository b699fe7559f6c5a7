package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.plan.Plan;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.List;

/** Environment variables of the pods. */
final class Environment {

    /** Usual interface of the pod network. */
    private static final String DEFAULT_INTERFACE = "eth0";

    private Environment() {
    }

    static List<EnvVar> worker(LlmDeploymentSpec spec, Plan plan) {
        List<EnvVar> env = shared(spec);
        if (plan.placement().pipelineParallelSize() > 1) {
            addMultiNode(spec, plan, env);
        }
        addUser(spec, env);
        return env;
    }

    static List<EnvVar> head(LlmDeploymentSpec spec) {
        List<EnvVar> env = shared(spec);
        // A head without a GPU request on a GPU node would see, and offer, all GPUs of the host (ray-project/kuberay#2098).
        env.add(text("NVIDIA_VISIBLE_DEVICES", "void"));
        addUser(spec, env);
        return env;
    }

    /** Caches under one path; the token by reference. Ranks and the driver must agree on both. */
    private static List<EnvVar> shared(LlmDeploymentSpec spec) {
        List<EnvVar> env = new ArrayList<>();
        env.add(text("HF_HOME", Storage.CACHE_PATH + "/huggingface"));
        env.add(text("VLLM_CACHE_ROOT", Storage.CACHE_PATH + "/vllm"));
        env.add(text("TORCHINDUCTOR_CACHE_DIR", Storage.CACHE_PATH + "/inductor"));
        env.add(text("TRITON_CACHE_DIR", Storage.CACHE_PATH + "/triton"));
        env.add(text("XDG_CACHE_HOME", Storage.CACHE_PATH + "/xdg"));
        env.add(text("RAY_USAGE_STATS_ENABLED", "0"));
        env.add(text("VLLM_NO_USAGE_STATS", "1"));
        var token = spec.model().tokenSecretRef();
        if (token != null) {
            env.add(new EnvVarBuilder().withName("HF_TOKEN").withNewValueFrom()
                    .withNewSecretKeyRef(token.key(), token.name(), null).endValueFrom().build());
        }
        return env;
    }

    /** Ranks on several nodes must meet on one interface, else the group set-up hangs (vllm-project/vllm#7074). */
    private static void addMultiNode(LlmDeploymentSpec spec, Plan plan, List<EnvVar> env) {
        String networkInterface = networkInterface(spec);
        env.add(text("NCCL_SOCKET_IFNAME", networkInterface));
        env.add(text("GLOO_SOCKET_IFNAME", networkInterface));
        env.add(new EnvVarBuilder().withName("VLLM_HOST_IP").withNewValueFrom()
                .withNewFieldRef(null, "status.podIP").endValueFrom().build());
        if (plan.worker().efaInterfaces() > 0) {
            env.add(text("FI_PROVIDER", "efa"));
            // Karpenter knows no huge pages, so pods that ask for them stay Pending (aws/karpenter-provider-aws#3315); and a
            // pod that does not ask for them must not map them, which libfabric does by default.
            env.add(text("FI_EFA_USE_HUGE_PAGE", "0"));
        }
    }

    private static String networkInterface(LlmDeploymentSpec spec) {
        var hardware = spec.hardware();
        return hardware == null || hardware.network() == null || hardware.network().interface_() == null
                ? DEFAULT_INTERFACE : hardware.network().interface_();
    }

    private static void addUser(LlmDeploymentSpec spec, List<EnvVar> env) {
        if (spec.engine() != null) {
            spec.engine().env().forEach(e -> env.add(text(e.name(), e.value())));
        }
    }

    private static EnvVar text(String name, String value) {
        return new EnvVarBuilder().withName(name).withValue(value).build();
    }
}
