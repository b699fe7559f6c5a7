package dev.rayllm.operator.api.v1alpha1;

/** Group and version of our kinds. */
public final class Api {

    public static final String GROUP = "rayllm.dev";
    public static final String VERSION = "v1alpha1";
    public static final String API_VERSION = GROUP + "/" + VERSION;

    private Api() {
    }
}
