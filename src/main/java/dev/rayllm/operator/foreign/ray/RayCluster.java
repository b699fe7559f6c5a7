package dev.rayllm.operator.foreign.ray;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** KubeRay's RayCluster ({@code ray.io/v1}), which it makes from a RayService: read, and its bounds patched. */
@Group("ray.io")
@Version("v1")
public class RayCluster extends CustomResource<RayClusterSpec, RayClusterStatus> implements Namespaced {

    private static final long serialVersionUID = 1L;
}
