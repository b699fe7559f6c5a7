package dev.rayllm.operator.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.plan.Plan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Serve config of a deployment, as text. Ray ignores unknown keys at several levels in silence, so only known
 * ones are written; every value that a default would decide is explicit.
 */
final class ServeConfigs {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR));

    /** Reads 0.90 as it is written, not as 0.9. */
    private static final ObjectMapper EXACT = YAML.copy()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));

    private ServeConfigs() {
    }

    static String of(LlmDeploymentSpec spec, Plan plan) {
        Map<String, Object> application = ordered(
                "name", Names.APPLICATION,
                "route_prefix", "/",
                "import_path", "ray.serve.llm:build_openai_app",
                "args", ordered(
                        "llm_configs", List.of(llmConfig(spec, plan)),
                        "ingress_deployment_config", ingress(plan)),
                "deployments", overrides(plan));
        return write(ordered(
                "proxy_location", "EveryNode",
                "http_options", ordered("host", "0.0.0.0", "port", Names.SERVE_PORT),
                "applications", List.of(application)));
    }

    /**
     * The scaling options once more, as overrides. Any change inside {@code args} makes Serve restart every replica, the
     * old one first; a change here is taken by those that run (seen with Ray 2.59). See {@link RunningArguments}.
     */
    private static List<Map<String, Object>> overrides(Plan plan) {
        return List.of(override(Names.modelDeployment(plan.servedName()), modelDeployment(plan)),
                override(Names.INGRESS_DEPLOYMENT, ingress(plan)));
    }

    private static Map<String, Object> override(String name, Map<String, Object> options) {
        return ordered("name", name, "max_ongoing_requests", options.get("max_ongoing_requests"),
                "autoscaling_config", options.get("autoscaling_config"));
    }

    /** What makes Serve restart replicas when it changes: the arguments without the scaling options. */
    static String restarting(LlmDeploymentSpec spec, Plan plan) {
        Map<String, Object> model = llmConfig(spec, plan);
        model.put("deployment_config", fixed(modelDeployment(plan)));
        return write(ordered("model", model, "ingress", fixed(ingress(plan))));
    }

    private static Map<String, Object> fixed(Map<String, Object> options) {
        Map<String, Object> fixed = new LinkedHashMap<>(options);
        fixed.remove("max_ongoing_requests");
        fixed.remove("autoscaling_config");
        return fixed;
    }

    static String write(Object tree) {
        try {
            return YAML.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of plain values can be written", e);
        }
    }

    /** Reads a config back that {@link #write} wrote. */
    static JsonNode read(String config) {
        try {
            return EXACT.readTree(config);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what was written can be read", e);
        }
    }

    private static Map<String, Object> llmConfig(LlmDeploymentSpec spec, Plan plan) {
        // PACK is best effort: only STRICT_PACK keeps a tensor parallel group on one node. Over several nodes each
        // pod holds exactly one group, so that PACK can only split between groups.
        String strategy = plan.placement().pipelineParallelSize() > 1 ? "PACK" : "STRICT_PACK";
        // No accelerator_type: a group at zero nodes does not offer it, and nothing would scale up.
        return ordered(
                "model_loading_config", ordered(
                        "model_id", plan.servedName(),
                        "model_source", source(spec, plan)),
                "engine_kwargs", EngineArgs.of(spec, plan),
                "placement_group_config", ordered(
                        "bundle_per_worker", ordered("CPU", 1, "GPU", 1),
                        "strategy", strategy),
                "deployment_config", modelDeployment(plan));
    }

    private static Object source(LlmDeploymentSpec spec, Plan plan) {
        String source = spec.model().source();
        if (source == null || source.equals("hub")) {
            return plan.repository();
        }
        String folder = Storage.claimFolder(spec.model());
        // The object form, as Ray 2.56 hands a plain bucket text to vLLM.
        return folder != null ? folder : ordered("bucket_uri", source);
    }

    private static Map<String, Object> modelDeployment(Plan plan) {
        return ordered(
                "max_ongoing_requests", plan.scaling().maxOngoingRequests(),
                "health_check_period_s", 10,
                "health_check_timeout_s", 30,
                "graceful_shutdown_timeout_s", Pods.GRACE_SECONDS - 20,
                "autoscaling_config", autoscaling(plan, plan.scaling().minReplicas(), plan.scaling().maxReplicas(),
                        plan.scaling().targetOngoingRequests()));
    }

    /**
     * The ingress does not follow the models by itself (it stays at one replica in Ray 2.52 to 2.60), so it gets the
     * same bounds. One for each node at most: a node of a multi-node replica then has a proxy too and is Ready.
     */
    private static Map<String, Object> ingress(Plan plan) {
        int nodes = plan.placement().pipelineParallelSize();
        int min = plan.scaling().minReplicas() * nodes;
        int max = plan.scaling().maxReplicas() * nodes;
        int target = Math.max(1, plan.scaling().targetOngoingRequests() * 2 / nodes);
        return ordered(
                "max_ongoing_requests", Math.max(target + 1, plan.scaling().maxOngoingRequests() * 4),
                "max_replicas_per_node", 1,
                "ray_actor_options", ordered("num_cpus", 1),
                "autoscaling_config", autoscaling(plan, min, max, target));
    }

    private static Map<String, Object> autoscaling(Plan plan, int min, int max, int target) {
        Map<String, Object> config = ordered(
                "min_replicas", min,
                "max_replicas", max,
                "target_ongoing_requests", target,
                "upscale_delay_s", plan.scaling().upscaleDelay().toSeconds(),
                "downscale_delay_s", plan.scaling().downscaleDelay().toSeconds(),
                "look_back_period_s", plan.scaling().lookBackPeriod().toSeconds());
        if (min == 0) {
            config.put("downscale_to_zero_delay_s", plan.scaling().scaleToZeroAfter().toSeconds());
        }
        return config;
    }

    /** A map in the order written: equal plans give equal text, which KubeRay compares as text. */
    static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
