package dev.rayllm.operator.render.gateway;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.plan.FallbackPlan;
import dev.rayllm.operator.plan.Plan;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import dev.rayllm.operator.render.OwnedMetadata;
import dev.rayllm.operator.render.Stamp;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The gateway in front of a model: Envoy with its configuration as files, and no code of our own. One Deployment for
 * each LlmDeployment with a fallback.
 */
public final class Gateways {

    private Gateways() {
    }

    /** All objects of the gateway in the order in which they are applied; none without a fallback. */
    public static List<HasMetadata> of(LlmDeployment deployment, Plan plan) {
        return plan.fallback() == null ? List.of()
                : List.of(configMap(deployment, plan, false), deployment(deployment, plan), service(deployment, plan),
                        disruptionBudget(deployment, plan));
    }

    /**
     * The configuration, a file for each kind of resource.
     *
     * @param diverted whether everything goes outside, as no replica of the model runs
     */
    public static ConfigMap configMap(LlmDeployment deployment, Plan plan, boolean diverted) {
        ConfigMap map = Stamp.mark(new ConfigMapBuilder().withMetadata(metadata(deployment))
                .withData(files(deployment, plan)).build(), generation(deployment), 0);
        if (diverted) {
            // After the stamp: that the model sleeps is no change of our tables, and must not be held back as one.
            map.getData().put(Files.routes(Listeners.FRONT),
                    routes(Routes.front(plan.servedName(), plan.fallback(), true)));
        }
        return map;
    }

    private static Map<String, String> files(LlmDeployment deployment, Plan plan) {
        FallbackPlan fallback = plan.fallback();
        ObjectMeta owner = deployment.getMetadata();
        Map<String, String> files = new LinkedHashMap<>();
        files.put(Files.BOOTSTRAP, Bootstrap.of(fallback));
        files.put(Files.LISTENERS, Config.resources("envoy.config.listener.v3.Listener", Listeners.of(fallback)));
        files.put(Files.CLUSTERS, Config.resources("envoy.config.cluster.v3.Cluster",
                Clusters.of(owner.getNamespace(), owner.getName(), fallback)));
        files.put(Files.routes(Listeners.FRONT), routes(Routes.front(plan.servedName(), fallback, false)));
        files.put(Files.routes(Listeners.TO_LOCAL), routes(InnerRoutes.toLocal(fallback)));
        files.put(Files.routes(Listeners.TO_EXTERNAL), routes(InnerRoutes.toExternal(plan.servedName(), fallback)));
        files.put(Files.SECRETS, Config.resources("envoy.extensions.transport_sockets.tls.v3.Secret", Secrets.list()));
        return files;
    }

    private static String routes(Map<String, Object> configuration) {
        return Config.resources("envoy.config.route.v3.RouteConfiguration", List.of(configuration));
    }

    /** The pods. Their template holds nothing of the configuration but the hash of what is read at the start alone. */
    public static Deployment deployment(LlmDeployment deployment, Plan plan) {
        String name = deployment.getMetadata().getName();
        return Stamp.mark(new DeploymentBuilder().withMetadata(metadata(deployment))
                .withNewSpec().withReplicas(plan.fallback().replicas()).withSelector(selector(name))
                .withNewStrategy().withType("RollingUpdate").withNewRollingUpdate()
                .withMaxUnavailable(new IntOrString(0)).withMaxSurge(new IntOrString(1)).endRollingUpdate().endStrategy()
                .withTemplate(GatewayPods.template(name, plan.fallback())).endSpec().build(), generation(deployment), 0);
    }

    /** What callers name: the port is that of the serve Service, so that only the host changes. */
    public static Service service(LlmDeployment deployment, Plan plan) {
        return Stamp.mark(new ServiceBuilder().withMetadata(metadata(deployment))
                .withNewSpec().withSelector(GatewayPods.labels(deployment.getMetadata().getName()))
                .addNewPort().withName("http").withPort(Names.SERVE_PORT).withNewTargetPort(GatewayPods.FRONT)
                .withProtocol("TCP").endPort()
                .addNewPort().withName("metrics").withPort(Files.OPS_PORT).withNewTargetPort(GatewayPods.OPS)
                .withProtocol("TCP").endPort().endSpec().build(), generation(deployment), 0);
    }

    /** Drains of nodes take one pod at a time; with a single one they are not held up. */
    public static PodDisruptionBudget disruptionBudget(LlmDeployment deployment, Plan plan) {
        return Stamp.mark(new PodDisruptionBudgetBuilder().withMetadata(metadata(deployment))
                .withNewSpec().withMaxUnavailable(new IntOrString(1))
                .withSelector(selector(deployment.getMetadata().getName())).endSpec().build(), generation(deployment), 0);
    }

    private static ObjectMeta metadata(LlmDeployment deployment) {
        ObjectMeta metadata = OwnedMetadata.of(deployment, Names.gateway(deployment.getMetadata().getName()));
        metadata.getLabels().put(Labels.ROLE, Labels.GATEWAY_ROLE);
        return metadata;
    }

    private static LabelSelector selector(String deployment) {
        return new LabelSelectorBuilder().withMatchLabels(GatewayPods.labels(deployment)).build();
    }

    private static Long generation(LlmDeployment deployment) {
        return deployment.getMetadata().getGeneration();
    }
}
