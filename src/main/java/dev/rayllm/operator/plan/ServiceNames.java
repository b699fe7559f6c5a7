package dev.rayllm.operator.plan;

/** Names of the Services by which callers reach a deployment. Planning needs them to find loops. */
public final class ServiceNames {

    private ServiceNames() {
    }

    /** Service that KubeRay points at the serving pods: the name of the RayService and this suffix. */
    public static String serve(String deployment) {
        return deployment + "-serve-svc";
    }

    /** Service, and all other objects, of the gateway. */
    public static String gateway(String deployment) {
        return deployment + "-gateway";
    }
}
