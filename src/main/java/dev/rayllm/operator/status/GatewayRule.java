package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.FallbackStatus;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.SecretKeyRef;
import dev.rayllm.operator.observe.Observation.Gateway;
import dev.rayllm.operator.observe.Observation.ProviderKey;
import dev.rayllm.operator.plan.FallbackPlan;
import dev.rayllm.operator.render.Names;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * FallbackReady, the address that callers are given, and what is shown of the gateway. An address changes only to one
 * that answers; the gateway outlives its block for callers that have not read the new one yet.
 */
final class GatewayRule {

    /** How long callers have to take the serve Service's address after the block was removed. */
    static final Duration RETIREMENT = Duration.ofMinutes(10);

    private final StatusInput in;
    private final Gateway gateway;
    private final LlmDeploymentStatus before;

    GatewayRule(StatusInput in) {
        this.in = in;
        this.gateway = in.observation().gateway();
        this.before = in.deployment().getStatus();
    }

    private boolean asked() {
        return in.deployment().getSpec().fallback() != null;
    }

    /** The condition; null where there is no gateway and none is asked for, or a refused spec asks for the first one. */
    Verdict verdict() {
        if (gateway == null && (!asked() || in.plan() == null)) {
            return null;
        }
        if (!asked()) {
            return Verdict.no(Reason.GATEWAY_RETIRING, "the fallback was removed: requests go to the model at "
                    + endpoint() + "; the gateway's own address works until " + removedAfter());
        }
        if (gateway == null || gateway.ready() == 0) {
            return Verdict.no(Reason.GATEWAY_STARTING, "no gateway pod is ready"
                    + (in.plan() == null || viaGateway() ? "" : ": until then callers are given the model's own address"));
        }
        return in.plan() == null || gateway.key() == ProviderKey.USABLE ? serving() : keyless();
    }

    private Verdict serving() {
        FallbackPlan plan = in.plan() == null ? null : in.plan().fallback();
        return Verdict.yes(Reason.GATEWAY_READY, summary() + " gateway pods are ready" + (plan == null ? ""
                : diverted() ? "; no replica runs, so all requests go to " + plan.provider().url()
                : "; " + plan.trafficPercent() + " % of requests go to " + plan.provider().url()
                        + ", and those that the model does not answer"));
    }

    private Verdict keyless() {
        SecretKeyRef ref = in.deployment().getSpec().fallback().apiKeySecretRef();
        String what = "key '" + ref.key() + "' of Secret '" + ref.name() + "'";
        return gateway.key() == ProviderKey.MISSING
                ? Verdict.no(Reason.PROVIDER_KEY_MISSING, what + " is missing or empty: the model answers, the provider"
                        + " cannot be asked. Write it; no restart is needed")
                : Verdict.no(Reason.PROVIDER_KEY_MALFORMED, what + " holds a line break or another control character: the"
                        + " model answers, the provider cannot be asked. Write the key alone; no restart is needed");
    }

    /** The address for callers; null when nothing answers at any. */
    String endpoint() {
        String namespace = in.deployment().getMetadata().getNamespace();
        String name = in.deployment().getMetadata().getName();
        if (viaGateway()) {
            return Names.gatewayEndpoint(namespace, name);
        }
        return in.suspended() || in.rejected() != null && in.observation().service() == null ? null
                : Names.endpoint(namespace, name);
    }

    private boolean viaGateway() {
        String address = Names.gatewayEndpoint(in.deployment().getMetadata().getNamespace(),
                in.deployment().getMetadata().getName());
        boolean already = before != null && address.equals(before.endpoint());
        // A refused spec changes nothing, not even the address.
        return in.plan() == null ? already && gateway != null
                : asked() && (already || gateway != null && gateway.ready() > 0);
    }

    /** The block of status; null without a gateway. */
    FallbackStatus status() {
        FallbackStatus old = before == null ? null : before.fallback();
        if (in.plan() == null || !asked()) {
            return gateway == null || old == null ? null : new FallbackStatus(old.provider(), old.model(),
                    old.trafficPercent(), old.diverted(), old.firstTokenSeconds(), old.maxLocalInFlight(), summary(),
                    asked() || in.plan() == null ? null : removedAfter());
        }
        FallbackPlan plan = in.plan().fallback();
        return new FallbackStatus(plan.provider().url(), plan.model(), plan.trafficPercent(), diverted(),
                plan.firstToken().toSeconds(), plan.maxLocalInFlight(), summary(), null);
    }

    private boolean diverted() {
        return Diversion.of(in.plan(), in.observation());
    }

    private String summary() {
        return gateway == null ? "0/" + in.plan().fallback().replicas() : gateway.ready() + "/" + gateway.wanted();
    }

    private String removedAfter() {
        FallbackStatus old = before == null ? null : before.fallback();
        return old != null && old.removedAfter() != null ? old.removedAfter()
                : in.now().plus(RETIREMENT).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
