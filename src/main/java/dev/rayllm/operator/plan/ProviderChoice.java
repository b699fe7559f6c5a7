package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.FallbackSpec;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.plan.FallbackPlan.Provider;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes a provider's base URL apart, and refuses one that leads back to the gateway. */
final class ProviderChoice {

    private static final String FIELD = "spec.fallback.baseUrl";
    private static final Pattern URL = Pattern.compile(
            "(https?)://(\\[([0-9a-fA-F:.]+)]|[A-Za-z0-9][-A-Za-z0-9.]*)(?::([0-9]{1,5}))?((?:/[A-Za-z0-9._~/-]*)?)");
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|.*\\.localhost|127\\..*|0\\.0\\.0\\.0|::1?|::ffff:.*");
    private static final int LAST_PORT = 65_535;

    private ProviderChoice() {
    }

    static Provider of(LlmDeployment deployment, FallbackSpec fallback) {
        Matcher m = URL.matcher(fallback.baseUrl());
        if (!m.matches()) {
            throw new Refusal(Reason.FALLBACK_INVALID, FIELD, "'" + fallback.baseUrl() + "' is not a base URL",
                    "Write scheme, host, port and path, such as https://api.example.com/v1");
        }
        boolean tls = m.group(1).equals("https");
        if (!tls && !Boolean.TRUE.equals(fallback.allowPlainHttp())) {
            throw new Refusal(Reason.FALLBACK_INVALID, FIELD, "'" + fallback.baseUrl() + "' sends prompts and the key"
                    + " unencrypted", "Write https://, or set fallback.allowPlainHttp true");
        }
        String host = (m.group(3) != null ? m.group(3) : m.group(2)).toLowerCase(Locale.ROOT);
        boolean ip = m.group(3) != null || IPV4.matcher(host).matches();
        Provider provider = new Provider(tls, host, ip, port(m.group(4), tls), m.group(5).replaceAll("/+$", ""));
        checkLoop(deployment, provider);
        return provider;
    }

    private static int port(String text, boolean tls) {
        int port = text == null ? tls ? 443 : 80 : Integer.parseInt(text);
        if (port < 1 || port > LAST_PORT) {
            throw new Refusal(Reason.FALLBACK_INVALID, FIELD, "port " + text + " does not exist",
                    "Ports are 1 to " + LAST_PORT + "; leave it out for " + (tls ? "443" : "80"));
        }
        return port;
    }

    /** Requests would go round until a time-out; another deployment, on its own nodes, may well be the fallback. */
    private static void checkLoop(LlmDeployment deployment, Provider provider) {
        String name = deployment.getMetadata().getName();
        String namespace = deployment.getMetadata().getNamespace();
        String own = "(?:" + Pattern.quote(ServiceNames.gateway(name)) + "|" + Pattern.quote(ServiceNames.serve(name)) + ")";
        String space = namespace == null ? "" : "(?:\\." + Pattern.quote(namespace) + "(?:\\.svc(?:\\..*)?)?)?";
        if (provider.host().matches(own + space) || LOOPBACK.matcher(provider.host()).matches()) {
            throw new Refusal(Reason.FALLBACK_INVALID, FIELD, "'" + provider.url() + "' is this deployment itself: requests"
                    + " would go in a circle", "Name a provider outside, or the endpoint of another deployment");
        }
    }
}
