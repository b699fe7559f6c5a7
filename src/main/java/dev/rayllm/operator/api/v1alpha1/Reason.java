package dev.rayllm.operator.api.v1alpha1;

/**
 * Why a condition has its status: a closed list. Each has an entry in docs/troubleshooting.md; a test fails when one
 * lacks it.
 */
public enum Reason {
    // Accepted
    PLANNED("Planned"),
    UNKNOWN_MODEL("UnknownModel"),
    PROFILE_INVALID("ProfileInvalid"),
    UNKNOWN_RUNTIME("UnknownRuntime"),
    UNKNOWN_GPU("UnknownGpu"),
    UNKNOWN_INSTANCE_TYPE("UnknownInstanceType"),
    NO_MATCHING_HARDWARE("NoMatchingHardware"),
    TENSOR_PARALLEL_INVALID("TensorParallelInvalid"),
    PIPELINE_PARALLEL_INVALID("PipelineParallelInvalid"),
    CONTEXT_TOO_LONG("ContextTooLong"),
    KV_CACHE_TOO_SMALL("KvCacheTooSmall"),
    INSUFFICIENT_GPU_MEMORY("InsufficientGpuMemory"),
    UNSUPPORTED_ON_GPU("UnsupportedOnGpu"),
    INVALID_ENGINE_ARGUMENT("InvalidEngineArgument"),
    INVALID_ENVIRONMENT("InvalidEnvironment"),
    NODE_CLASS_REQUIRED("NodeClassRequired"),
    NODE_TOO_SMALL("NodeTooSmall"),
    DISK_TOO_SMALL("DiskTooSmall"),
    TOKEN_SECRET_MISSING("TokenSecretMissing"),
    CHAT_TEMPLATE_MISSING("ChatTemplateMissing"),
    INVALID_SPEC("InvalidSpec"),
    FALLBACK_INVALID("FallbackInvalid"),
    // CapacityReady
    NODE_POOL_READY("NodePoolReady"),
    EXISTING_NODES("ExistingNodes"),
    KARPENTER_NOT_INSTALLED("KarpenterNotInstalled"),
    NODE_CLASS_NOT_READY("NodeClassNotReady"),
    NODE_POOL_NOT_READY("NodePoolNotReady"),
    NODE_POOL_CONFLICT("NodePoolConflict"),
    INSUFFICIENT_CAPACITY("InsufficientCapacity"),
    QUOTA_EXCEEDED("QuotaExceeded"),
    INSTANCE_TYPE_UNSUPPORTED("InstanceTypeUnsupported"),
    LAUNCH_FAILED("LaunchFailed"),
    POOL_LIMIT_REACHED("PoolLimitReached"),
    NO_INSTANCE_TYPE_FITS("NoInstanceTypeFits"),
    PARTIAL_GROUP("PartialGroup"),
    GPU_NOT_ADVERTISED("GpuNotAdvertised"),
    FABRIC_PLUGIN_MISSING("FabricPluginMissing"),
    NODE_NOT_REGISTERING("NodeNotRegistering"),
    NODE_LOST_DURING_STARTUP("NodeLostDuringStartup"),
    NO_NODE_FOR_HEAD("NoNodeForHead"),
    UNSCHEDULABLE("Unschedulable"),
    // Progressing
    UP_TO_DATE("UpToDate"),
    ROLLING_OUT("RollingOut"),
    STARTUP_DEADLINE_EXCEEDED("StartupDeadlineExceeded"),
    RENDERER_UPDATE_DEFERRED("RendererUpdateDeferred"),
    APPLY_FAILED("ApplyFailed"),
    INSUFFICIENT_SURGE_CAPACITY("InsufficientSurgeCapacity"),
    ROLLED_BACK("RolledBack"),
    // Scaling
    AUTOSCALING("Autoscaling"),
    FIXED_REPLICAS("FixedReplicas"),
    MAX_UNREACHABLE("MaxUnreachable"),
    LIMITS_NOT_PROPAGATED("LimitsNotPropagated"),
    // Ready
    SERVING("Serving"),
    SCALED_TO_ZERO("ScaledToZero"),
    KUBERAY_NOT_INSTALLED("KubeRayNotInstalled"),
    RAY_SERVICE_REFUSED("RayServiceRefused"),
    RAY_SERVICE_CONFLICT("RayServiceConflict"),
    WAITING_FOR_RAY_SERVICE("WaitingForRayService"),
    NODE_PROVISIONING("NodeProvisioning"),
    IMAGE_PULLING("ImagePulling"),
    STARTING("Starting"),
    WORKER_FAILING("WorkerFailing"),
    DEPLOY_FAILED("DeployFailed"),
    SERVE_APP_MISSING("ServeAppMissing"),
    SERVE_APP_UNHEALTHY("ServeAppUnhealthy"),
    NO_ENDPOINTS("NoEndpoints"),
    BELOW_MINIMUM("BelowMinimum"),
    // FallbackReady
    GATEWAY_READY("GatewayReady"),
    GATEWAY_STARTING("GatewayStarting"),
    GATEWAY_RETIRING("GatewayRetiring"),
    PROVIDER_KEY_MISSING("ProviderKeyMissing"),
    PROVIDER_KEY_MALFORMED("ProviderKeyMalformed"),
    // several
    SUSPENDED("Suspended"),
    NOT_ACCEPTED("NotAccepted"),
    WAITING("Waiting"),
    // while deleting
    WAITING_FOR_PODS("WaitingForPods"),
    WAITING_FOR_NODE_CLAIMS("WaitingForNodeClaims"),
    NODES_STILL_RUNNING("NodesStillRunning");

    private final String text;

    Reason(String text) {
        this.text = text;
    }

    /** The word in the object. */
    public String text() {
        return text;
    }
}
