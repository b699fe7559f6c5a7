package dev.rayllm.operator.render;

import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.api.v1alpha1.ModelCache;
import dev.rayllm.operator.api.v1alpha1.ModelSpec;
import dev.rayllm.operator.plan.Plan;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;

/** Volumes of the pods: weights cache, weights on a claim, shared memory, chat template. */
final class Storage {

    /** The one path under which every cache of the pod lies, so that nothing fills the container's own disk. */
    static final String CACHE_PATH = "/var/cache/rayllm";
    static final String WEIGHTS_PATH = "/var/lib/rayllm/weights";
    static final String TEMPLATE_DIRECTORY = "/etc/rayllm/chat-template";

    private static final String CACHE = "cache";
    private static final String WEIGHTS = "weights";
    private static final String TEMPLATE = "chat-template";
    private static final String SHARED_MEMORY = "shared-memory";
    private static final String CLAIM_SCHEME = "pvc://";
    /** The head keeps tokenizer files and logs, no weights. */
    private static final int HEAD_CACHE_GIB = 10;

    private Storage() {
    }

    /** Path that the engine loads weights from when they lie on a claim, else null. */
    static String claimFolder(ModelSpec model) {
        if (model.source() == null || !model.source().startsWith(CLAIM_SCHEME)) {
            return null;
        }
        String path = model.source().substring(CLAIM_SCHEME.length());
        String folder = path.substring(path.indexOf('/') + 1);
        return folder.isEmpty() ? WEIGHTS_PATH : WEIGHTS_PATH + "/" + folder;
    }

    /** Chat template file inside the pod, or null. */
    static String templateFile(LlmDeploymentSpec spec) {
        return spec.engine() == null || spec.engine().chatTemplateRef() == null
                ? null : TEMPLATE_DIRECTORY + "/" + spec.engine().chatTemplateRef().key();
    }

    static List<Volume> workerVolumes(LlmDeploymentSpec spec, Plan plan) {
        List<Volume> volumes = new ArrayList<>();
        volumes.add(new VolumeBuilder().withName(SHARED_MEMORY).withNewEmptyDir().withMedium("Memory")
                .withSizeLimit(gib(plan.worker().sharedMemoryGib())).endEmptyDir().build());
        volumes.add(cacheVolume(spec.model().cache(), plan.worker().cacheGib()));
        addShared(spec, volumes);
        return volumes;
    }

    static List<VolumeMount> workerMounts(LlmDeploymentSpec spec) {
        List<VolumeMount> mounts = new ArrayList<>();
        // KubeRay adds its own /dev/shm, sized by the whole memory limit, unless one is mounted.
        mounts.add(mount(SHARED_MEMORY, "/dev/shm", null, false));
        mounts.add(mount(CACHE, CACHE_PATH, cacheFolder(spec.model().cache()), false));
        addSharedMounts(spec, mounts);
        return mounts;
    }

    static List<Volume> headVolumes(LlmDeploymentSpec spec) {
        List<Volume> volumes = new ArrayList<>();
        volumes.add(emptyDir(CACHE, HEAD_CACHE_GIB));
        addShared(spec, volumes);
        return volumes;
    }

    static List<VolumeMount> headMounts(LlmDeploymentSpec spec) {
        List<VolumeMount> mounts = new ArrayList<>();
        mounts.add(mount(CACHE, CACHE_PATH, null, false));
        addSharedMounts(spec, mounts);
        return mounts;
    }

    /** What head and workers both mount: building the application reads tokenizer and template on the head too. */
    private static void addShared(LlmDeploymentSpec spec, List<Volume> volumes) {
        if (claimFolder(spec.model()) != null) {
            String rest = spec.model().source().substring(CLAIM_SCHEME.length());
            volumes.add(new VolumeBuilder().withName(WEIGHTS).withNewPersistentVolumeClaim()
                    .withClaimName(rest.substring(0, rest.indexOf('/'))).withReadOnly(true)
                    .endPersistentVolumeClaim().build());
        }
        if (templateFile(spec) != null) {
            volumes.add(new VolumeBuilder().withName(TEMPLATE).withNewConfigMap()
                    .withName(spec.engine().chatTemplateRef().configMap()).endConfigMap().build());
        }
    }

    private static void addSharedMounts(LlmDeploymentSpec spec, List<VolumeMount> mounts) {
        if (claimFolder(spec.model()) != null) {
            mounts.add(mount(WEIGHTS, WEIGHTS_PATH, null, true));
        }
        if (templateFile(spec) != null) {
            mounts.add(mount(TEMPLATE, TEMPLATE_DIRECTORY, null, true));
        }
    }

    private static Volume cacheVolume(ModelCache cache, int cacheGib) {
        if (cache != null && cache.claimName() != null) {
            return new VolumeBuilder().withName(CACHE).withNewPersistentVolumeClaim()
                    .withClaimName(cache.claimName()).endPersistentVolumeClaim().build();
        }
        return emptyDir(CACHE, cacheGib);
    }

    private static String cacheFolder(ModelCache cache) {
        if (cache == null || cache.path() == null) {
            return null;
        }
        String folder = cache.path().replaceAll("^/+|/+$", "");
        return folder.isEmpty() ? null : folder;
    }

    private static Volume emptyDir(String name, int gib) {
        return new VolumeBuilder().withName(name).withNewEmptyDir().withSizeLimit(gib(gib)).endEmptyDir().build();
    }

    private static VolumeMount mount(String volume, String path, String subPath, boolean readOnly) {
        return new VolumeMountBuilder().withName(volume).withMountPath(path).withSubPath(subPath)
                .withReadOnly(readOnly ? true : null).build();
    }

    static Quantity gib(int gib) {
        return new Quantity(gib + "Gi");
    }
}
