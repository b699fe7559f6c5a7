package dev.rayllm.operator.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Planning, rendering, observing and judging are values in, value out: no cluster, no framework, no clock, no chance, no
 * file. So the command line gives what the operator gives, and most tests are plain.
 */
@AnalyzeClasses(packages = PackagesTest.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class PureCodeTest {

    private static final String[] PURE = {PackagesTest.ROOT + ".plan..", PackagesTest.ROOT + ".render..",
            PackagesTest.ROOT + ".observe..", PackagesTest.ROOT + ".diagnosis..", PackagesTest.ROOT + ".status.."};

    /** What reads tables and records of sizing, the programs that fit and measure it, and the rules of diagnosis. */
    private static final DescribedPredicate<JavaClass> READERS = DescribedPredicate.describe("reads files of its own",
            c -> c.getPackageName().startsWith(PackagesTest.ROOT + ".plan.sizing")
                    && outermost(c).matches("SizingData|CoefficientSheet|RecordFile|FitSizing|BenchSizing|InputProblem")
                    || c.getPackageName().equals(PackagesTest.ROOT + ".diagnosis") && outermost(c).equals("RuleFile"));

    @ArchTest
    static final ArchRule NO_CLIENT_AND_NO_FRAMEWORK = noClasses().that().resideInAnyPackage(PURE)
            .should().dependOnClassesThat(resideInAnyPackage("io.javaoperatorsdk..", "io.quarkus..", "io.quarkiverse..",
                    "jakarta..", "io.micrometer..", "picocli..", "io.fabric8.kubernetes.client..")
                    .and(DescribedPredicate.not(type(io.fabric8.kubernetes.client.CustomResource.class))));

    @ArchTest
    static final ArchRule NO_FILES_AND_NO_NETWORK = noClasses().that().resideInAnyPackage(PURE)
            .and(DescribedPredicate.not(READERS))
            .should().dependOnClassesThat(resideInAnyPackage("java.io..", "java.nio.file..", "java.net..")
                    .and(DescribedPredicate.not(type(java.io.Serializable.class))));

    @ArchTest
    static final ArchRule NO_CLOCK = noClasses().that().resideInAnyPackage(PURE).and(DescribedPredicate.not(READERS))
            .should().callMethod(System.class, "currentTimeMillis").orShould().callMethod(System.class, "nanoTime")
            .orShould().callMethod(Instant.class, "now").orShould().callMethod(LocalDate.class, "now")
            .orShould().callMethod(LocalDateTime.class, "now").orShould().callMethod(OffsetDateTime.class, "now")
            .orShould().callMethod(ZonedDateTime.class, "now").orShould().dependOnClassesThat(type(Clock.class));

    @ArchTest
    static final ArchRule NO_CHANCE_AND_NO_THREADS = noClasses().that().resideInAnyPackage(PURE)
            .should().dependOnClassesThat(type(Random.class).or(type(ThreadLocalRandom.class)).or(type(Thread.class)))
            .orShould().callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule NO_ENVIRONMENT = noClasses().that().resideInAnyPackage(PURE)
            .and(DescribedPredicate.not(READERS))
            .should().callMethod(System.class, "getenv", String.class)
            .orShould().callMethod(System.class, "getProperty", String.class);

    private static String outermost(JavaClass c) {
        JavaClass outer = c;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer.getSimpleName();
    }
}
