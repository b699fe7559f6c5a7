package dev.rayllm.operator.cluster;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the tests of a class against the real {@link ApiServer}. Test methods, lifecycle methods and constructors may
 * then have parameters of these types:
 *
 * <ul>
 *   <li>{@link ApiServer}, the server;
 *   <li>{@link io.fabric8.kubernetes.client.KubernetesClient}, an administrator's client whose namespace is a new one:
 *       the same client for the whole class, closed after it.
 * </ul>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ApiServerExtension.class)
public @interface WithApiServer {

  /** The CRDs of other projects to install before the first test. */
  ForeignCrds[] crds() default {};
}
