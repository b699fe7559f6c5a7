package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.plan.Plan;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Environment variables of the pods, each name once: what the user sets comes last and takes the place of ours. */
final class Environment {

    /** Usual interface of the pod network. */
    private static final String DEFAULT_INTERFACE = "eth0";
    /** What Ray Serve LLM allows by itself, seconds: for an engine to start, and for a request to be answered. */
    private static final long RAY_START_SECONDS = 3600;
    private static final long RAY_REQUEST_SECONDS = 600;

    private final Map<String, EnvVar> variables = new LinkedHashMap<>();

    private Environment(LlmDeploymentSpec spec, Plan plan) {
        addShared(spec);
        addTimeouts(plan);
    }

    static List<EnvVar> worker(LlmDeploymentSpec spec, Plan plan) {
        Environment env = new Environment(spec, plan);
        // Else the engine's words go to files in the pod, where neither kubectl logs nor diagnosis sees them.
        env.add("RAY_LOG_TO_STDERR", "1");
        if (plan.placement().pipelineParallelSize() > 1) {
            env.addMultiNode(spec, plan);
        }
        return env.withUser(spec);
    }

    static List<EnvVar> head(LlmDeploymentSpec spec, Plan plan) {
        Environment env = new Environment(spec, plan);
        // A head without a GPU request on a GPU node would see, and offer, all GPUs of the host (ray-project/kuberay#2098).
        env.add("NVIDIA_VISIBLE_DEVICES", "void");
        return env.withUser(spec);
    }

    /** Caches under one path; the token by reference. Ranks and the driver must agree on both. */
    private void addShared(LlmDeploymentSpec spec) {
        add("HF_HOME", Storage.CACHE_PATH + "/huggingface");
        add("VLLM_CACHE_ROOT", Storage.CACHE_PATH + "/vllm");
        add("TORCHINDUCTOR_CACHE_DIR", Storage.CACHE_PATH + "/inductor");
        add("TRITON_CACHE_DIR", Storage.CACHE_PATH + "/triton");
        add("XDG_CACHE_HOME", Storage.CACHE_PATH + "/xdg");
        add("RAY_USAGE_STATS_ENABLED", "0");
        add("VLLM_NO_USAGE_STATS", "1");
        var token = spec.model().tokenSecretRef();
        if (token != null) {
            add(new EnvVarBuilder().withName("HF_TOKEN").withNewValueFrom()
                    .withNewSecretKeyRef(token.key(), token.name(), null).endValueFrom().build());
        }
    }

    /** Ray must not give up before the start budget is used, nor refuse the request that wakes a replica at zero. */
    private void addTimeouts(Plan plan) {
        long budget = plan.startBudget().toSeconds();
        if (budget > RAY_START_SECONDS) {
            add("RAYLLM_ENGINE_START_TIMEOUT_S", Long.toString(budget));
        }
        if (plan.scaling().minReplicas() == 0 && budget > RAY_REQUEST_SECONDS) {
            add("RAY_SERVE_LLM_ROUTER_HTTP_TIMEOUT", Long.toString(budget));
        }
    }

    /** Ranks on several nodes must meet on one interface, else the group set-up hangs (vllm-project/vllm#7074). */
    private void addMultiNode(LlmDeploymentSpec spec, Plan plan) {
        String networkInterface = networkInterface(spec);
        add("NCCL_SOCKET_IFNAME", networkInterface);
        add("GLOO_SOCKET_IFNAME", networkInterface);
        add(new EnvVarBuilder().withName("VLLM_HOST_IP").withNewValueFrom()
                .withNewFieldRef(null, "status.podIP").endValueFrom().build());
        if (plan.worker().efaInterfaces() > 0) {
            add("FI_PROVIDER", "efa");
            // Karpenter knows no huge pages, so pods that ask for them stay Pending (aws/karpenter-provider-aws#3315); and a
            // pod that does not ask for them must not map them, which libfabric does by default.
            add("FI_EFA_USE_HUGE_PAGE", "0");
        }
    }

    private static String networkInterface(LlmDeploymentSpec spec) {
        var hardware = spec.hardware();
        return hardware == null || hardware.network() == null || hardware.network().interface_() == null
                ? DEFAULT_INTERFACE : hardware.network().interface_();
    }

    private List<EnvVar> withUser(LlmDeploymentSpec spec) {
        if (spec.engine() != null) {
            spec.engine().env().forEach(e -> {
                variables.remove(e.name());
                add(e.name(), e.value());
            });
        }
        return List.copyOf(variables.values());
    }

    private void add(String name, String value) {
        add(new EnvVarBuilder().withName(name).withValue(value).build());
    }

    private void add(EnvVar variable) {
        variables.put(variable.getName(), variable);
    }
}
