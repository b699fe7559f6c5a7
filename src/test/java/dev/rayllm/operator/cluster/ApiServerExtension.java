package dev.rayllm.operator.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Locale;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** What {@link WithApiServer} does. */
final class ApiServerExtension implements BeforeAllCallback, ParameterResolver {

  private static final Namespace STORE = Namespace.create(ApiServerExtension.class);
  private static final int PREFIX_LENGTH = 40;

  @Override
  public void beforeAll(ExtensionContext context) {
    KubernetesClient client = clientOf(context);
    AnnotationSupport.findAnnotation(context.getTestClass(), WithApiServer.class)
        .ifPresent(
            annotation -> {
              for (ForeignCrds crds : annotation.crds()) {
                crds.install(client);
              }
            });
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == ApiServer.class || type == KubernetesClient.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ApiServer.class ? ApiServer.get() : clientOf(context);
  }

  /** Kept in the store of the class, which closes it; the contexts of its methods see it there. */
  private static KubernetesClient clientOf(ExtensionContext context) {
    return context
        .getStore(STORE)
        .computeIfAbsent(KubernetesClient.class, key -> newClient(context), KubernetesClient.class);
  }

  private static KubernetesClient newClient(ExtensionContext context) {
    ApiServer server = ApiServer.get();
    return server.client(server.namespace(prefix(context.getRequiredTestClass())));
  }

  /** The class name as a part of a Kubernetes name. */
  private static String prefix(Class<?> testClass) {
    String name = testClass.getSimpleName().replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    return name.substring(0, Math.min(name.length(), PREFIX_LENGTH));
  }
}
