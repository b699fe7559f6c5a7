package dev.rayllm.operator.cluster;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the tests of a class in the {@link Lab}. Test methods, lifecycle methods and constructors may then have
 * parameters of these types:
 *
 * <ul>
 *   <li>{@link Lab};
 *   <li>{@link ApiServer}, the lab's;
 *   <li>{@link io.fabric8.kubernetes.client.KubernetesClient}, an administrator's client whose namespace is a new one:
 *       the same client for the whole class, closed after it.
 * </ul>
 *
 * <p>When a test fails, what is in the lab is printed.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ApiServerExtension.class)
public @interface WithLab {}
