package dev.rayllm.operator.cli;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.NodesMode;
import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.plan.placement.Cost;
import java.util.List;

/** A plan for a reader who sees one for the first time. */
final class PlanText {

    private static final int NEAREST = 5;
    private static final int NAMED_TYPES = 4;
    private static final int HOURS_OF_A_MONTH = 730;
    private static final String INDENT = "    ";

    private final LlmDeployment deployment;
    private final Plan plan;
    private final boolean all;
    private final EstimateOptions estimate;

    PlanText(LlmDeployment deployment, Plan plan, boolean all, EstimateOptions estimate) {
        this.deployment = deployment;
        this.plan = plan;
        this.all = all;
        this.estimate = estimate;
    }

    String text() {
        return header() + hardware() + engine() + new MemoryText(plan).text() + cost()
                + new EstimateText(plan, estimate).text(INDENT) + "  Why\n" + INDENT + plan.reason() + "\n"
                + (plan.hint() == null ? "" : INDENT + "hint: " + plan.hint() + "\n")
                + warnings() + options(plan.rejected(), all, "  Not chosen");
    }

    private String header() {
        return deployment.getMetadata().getName() + " (namespace " + deployment.getMetadata().getNamespace() + "): "
                + plan.repository() + " on " + plan.placement().shape() + ", " + Figures.two(plan.cost().perReplicaHour())
                + " USD/h a replica" + (plan.cost().capacityType().equals("spot") ? " on spot" : "") + "\n";
    }

    private String hardware() {
        var p = plan.placement();
        var pool = plan.pool();
        var scaling = plan.scaling();
        List<String> types = p.instanceTypes();
        String more = types.size() > NAMED_TYPES ? " and " + (types.size() - NAMED_TYPES) + " more" : "";
        TextTable table = new TextTable("model", plan.profile() + ", served as " + plan.servedName());
        table.row("one replica", p.gpusPerReplica() + " × " + p.gpu()
                + (p.pipelineParallelSize() > 1 ? " on " + p.pipelineParallelSize() + " nodes" : ""));
        table.row("instance types", String.join(", ", types.subList(0, Math.min(NAMED_TYPES, types.size()))) + more
                + (types.size() > 1 ? " (cheapest first)" : ""));
        table.row("replicas", scaling.minReplicas() == scaling.maxReplicas() ? "always " + scaling.minReplicas()
                : scaling.minReplicas() + " to " + scaling.maxReplicas() + "; one more from "
                        + scaling.targetOngoingRequests() + " requests in flight each");
        table.row("nodes", pool.mode() == NodesMode.EXISTING ? "existing GPU nodes; no NodePool is made"
                : "Karpenter, " + pool.nodeClass().kind() + " " + pool.nodeClass().name() + ", "
                        + String.join(" or ", pool.capacityTypes()) + ", at most " + pool.maxGpus() + " GPUs");
        return "  Hardware\n" + table.text(INDENT);
    }

    private String engine() {
        var e = plan.engine();
        var p = plan.placement();
        TextTable table = new TextTable("max_model_len", Integer.toString(e.contextLength()),
                "longest request, prompt and answer, in tokens");
        table.row("tensor_parallel_size", p.tensorParallelSize(), "GPUs that share each layer");
        table.row("pipeline_parallel_size", p.pipelineParallelSize(), "stages that share the layers, a node each");
        table.row("gpu_memory_utilization", e.gpuMemoryUtilization(), "share of GPU memory for the engine");
        table.row("max_num_seqs", e.maxNumSeqs(), "most requests in one step");
        table.row("max_num_batched_tokens", e.maxNumBatchedTokens(), "most tokens in one step");
        table.row("dtype", e.dtype(), "data type of weights and activations");
        table.row("kv_cache_dtype", e.kvCacheDtype(), "data type of the KV cache");
        if (e.quantization() != null) {
            table.row("quantization", e.quantization(), "how weights are stored");
        }
        table.row("enable_prefix_caching", e.prefixCaching(), "equal prompt prefixes share their cache");
        if (e.toolCallParser() != null) {
            table.row("tool_call_parser", e.toolCallParser(), "with automatic tool choice");
        }
        if (e.reasoningParser() != null) {
            table.row("reasoning_parser", e.reasoningParser(), "splits the chain of thought from the answer");
        }
        return "  Engine: vLLM " + plan.runtime().vllmVersion() + " on Ray " + plan.runtime().rayVersion() + "\n"
                + table.text(INDENT);
    }

    private String cost() {
        var cost = plan.cost();
        var scaling = plan.scaling();
        TextTable table = new TextTable("one replica", perHour(cost.perReplicaHour()), month(cost.perReplicaHour()));
        if (scaling.maxReplicas() > 1) {
            table.row("minimum of " + scaling.minReplicas(), perHour(cost.minHour()), month(cost.minHour()));
            table.row("maximum of " + scaling.maxReplicas(), perHour(cost.maxHour()), month(cost.maxHour()));
        }
        String list = (cost.pricesOf().equals(Cost.OWN) ? "prices of " : "list prices of ") + cost.pricesOf();
        return "  Cost at " + list + " (" + cost.capacityType() + "), whole nodes\n" + table.text(INDENT);
    }

    private static String perHour(double usd) {
        return Figures.two(usd) + " USD/h";
    }

    private static String month(double perHour) {
        return Double.isNaN(perHour) ? "" : "about " + Figures.whole(perHour * HOURS_OF_A_MONTH) + " USD a month";
    }

    private String warnings() {
        StringBuilder text = new StringBuilder();
        plan.warnings().forEach(warning -> text.append(text.isEmpty() ? "  Warnings\n" : "").append(INDENT).append("- ")
                .append(warning).append('\n'));
        return text.toString();
    }

    /** Options that were left, nearest first, under a title; nothing when there are none. */
    static String options(List<RejectedOption> options, boolean all, String title) {
        if (options.isEmpty()) {
            return "";
        }
        int shown = all ? options.size() : Math.min(NEAREST, options.size());
        TextTable table = new TextTable("OPTION", "WHY NOT");
        options.subList(0, shown).forEach(option -> table.row(option.option(), option.reason()));
        return title + (shown < options.size() ? ", the nearest " + shown + " of " + options.size() + " (--all lists them)" : "")
                + "\n" + table.text(INDENT);
    }
}
