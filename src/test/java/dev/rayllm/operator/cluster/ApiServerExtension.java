package dev.rayllm.operator.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** What {@link WithApiServer} and {@link WithLab} do. */
final class ApiServerExtension implements BeforeAllCallback, AfterTestExecutionCallback, ParameterResolver {

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
    return type == ApiServer.class || type == KubernetesClient.class || type == Lab.class && usesLab(context);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (type == Lab.class) {
      return Lab.get();
    }
    return type == ApiServer.class ? serverOf(context) : clientOf(context);
  }

  /** A failed test in the lab can have many causes: shows what is in it. */
  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (usesLab(context) && context.getExecutionException().isPresent()) {
      System.err.println(Lab.get().describe());
    }
  }

  private static boolean usesLab(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getRequiredTestClass(), WithLab.class);
  }

  private static ApiServer serverOf(ExtensionContext context) {
    return usesLab(context) ? Lab.get().server() : ApiServer.get();
  }

  /** Kept in the store of the class, which closes it; the contexts of its methods see it there. */
  private static KubernetesClient clientOf(ExtensionContext context) {
    return context
        .getStore(STORE)
        .computeIfAbsent(KubernetesClient.class, key -> newClient(context), KubernetesClient.class);
  }

  private static KubernetesClient newClient(ExtensionContext context) {
    ApiServer server = serverOf(context);
    return server.client(server.namespace(prefix(context.getRequiredTestClass())));
  }

  /** The class name as a part of a Kubernetes name. */
  private static String prefix(Class<?> testClass) {
    String name = testClass.getSimpleName().replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    return name.substring(0, Math.min(name.length(), PREFIX_LENGTH));
  }
}
