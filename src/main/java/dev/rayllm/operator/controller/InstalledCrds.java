package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.Api;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Our CRDs as the cluster has them, beside those that this operator carries. Helm and many a pipeline update an operator
 * without its CRDs; the API server then drops the fields that it does not know, from specs and from our status, and says
 * nothing. Each CRD has the release that it belongs to in an annotation.
 */
public final class InstalledCrds {

    /** Full names of our CRDs. */
    public static final List<String> NAMES = List.of("llmdeployments.rayllm.dev", "modelprofiles.rayllm.dev");

    private static final Logger LOG = Logger.getLogger(InstalledCrds.class);
    private static final String HELM = "helm";
    private static final int FORBIDDEN = 403;

    private final KubernetesClient client;

    public InstalledCrds(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Which CRDs are older than this operator, for people; empty when none is, or when that cannot be told for want of a
     * right. A newer one is fine: fields are only ever added.
     */
    public List<String> outdated() {
        List<String> outdated = new ArrayList<>();
        for (String name : NAMES) {
            try {
                CustomResourceDefinition installed = read(name);
                if (installed != null && CrdRelease.of(installed).isBefore(CrdRelease.of(own(name)))) {
                    outdated.add("the CRD " + name + " is of " + CrdRelease.of(installed) + ", this operator of "
                            + CrdRelease.of(own(name)) + ": fields that it does not know are lost. Apply the CRDs of this"
                            + " operator's release");
                }
            } catch (KubernetesClientException e) {
                if (e.getCode() != FORBIDDEN) {
                    throw e;
                }
                LOG.debugf("cannot read the CRD %s: %s", name, e.getMessage());
            }
        }
        return outdated;
    }

    /** Brings CRDs that are older up to ours, and leaves others alone, newer ones and missing ones too. */
    public void upgrade() {
        for (String name : NAMES) {
            CustomResourceDefinition installed = read(name);
            CustomResourceDefinition own = own(name);
            if (installed != null && CrdRelease.of(installed).isBefore(CrdRelease.of(own))) {
                LOG.infof("upgrading the CRD %s from %s to %s", name, CrdRelease.of(installed), CrdRelease.of(own));
                put(own);
            }
        }
    }

    /**
     * Written in the name of Helm 4, which applies a chart's CRDs server-side on an install and would else meet a conflict
     * with us there. An apply keeps rules and fields that others have put in, such as Helm 3: then a merge patch puts our
     * list of versions in place of the whole list.
     */
    private void put(CustomResourceDefinition own) {
        CustomResourceDefinition now = client.resource(own).fieldManager(HELM).forceConflicts().serverSideApply();
        if (!now.getSpec().getVersions().equals(own.getSpec().getVersions())) {
            client.resource(now).patch(PatchContext.of(PatchType.JSON_MERGE),
                    Serialization.asJson(Map.of("spec", Map.of("versions", own.getSpec().getVersions()))));
        }
    }

    private CustomResourceDefinition read(String name) {
        return client.apiextensions().v1().customResourceDefinitions().withName(name).get();
    }

    private static CustomResourceDefinition own(String name) {
        try (InputStream in = Api.class.getResourceAsStream("/crds/" + name + ".yaml")) {
            return Serialization.unmarshal(in, CustomResourceDefinition.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
