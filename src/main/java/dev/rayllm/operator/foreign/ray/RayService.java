package dev.rayllm.operator.foreign.ray;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** KubeRay's RayService ({@code ray.io/v1}): only the fields that we write or read. */
@Group("ray.io")
@Version("v1")
public class RayService extends CustomResource<RayServiceSpec, RayServiceStatus> implements Namespaced {

    /** Name of its CRD. */
    public static final String CRD = "rayservices.ray.io";

    private static final long serialVersionUID = 1L;
}
