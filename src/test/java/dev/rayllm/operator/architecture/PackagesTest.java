package dev.rayllm.operator.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Which package may know which: data flows one way, from the object through plan and render to the cluster, and back
 * through observe and status.
 */
@AnalyzeClasses(packages = PackagesTest.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class PackagesTest {

    static final String ROOT = "dev.rayllm.operator";

    @ArchTest
    static final ArchRule API_KNOWS_NOTHING = only("api");
    @ArchTest
    static final ArchRule FOREIGN_KNOWS_NOTHING = only("foreign");
    @ArchTest
    static final ArchRule CATALOG_KNOWS_THE_API = only("catalog", "api");
    @ArchTest
    static final ArchRule PLAN_KNOWS_API_AND_CATALOG = only("plan", "api", "catalog");
    @ArchTest
    static final ArchRule RENDER_KNOWS_THE_PLAN = only("render", "api", "catalog", "plan", "foreign");
    @ArchTest
    static final ArchRule OBSERVE_KNOWS_FOREIGN_OBJECTS = only("observe", "api", "foreign");
    @ArchTest
    static final ArchRule ROLLOUT_KNOWS_WHAT_IS_WANTED_AND_WHAT_IS =
            only("rollout", "api", "catalog", "plan", "render", "foreign", "observe");
    @ArchTest
    static final ArchRule VALIDATION_KNOWS_API_AND_CATALOG = only("validation", "api", "catalog");
    @ArchTest
    static final ArchRule DIAGNOSIS_KNOWS_WHAT_IS_OBSERVED = only("diagnosis", "api", "observe");
    @ArchTest
    static final ArchRule THE_COMMAND_LINE_KNOWS_PURE_PACKAGES =
            only("cli", "api", "catalog", "plan", "render", "foreign", "validation", "observe", "diagnosis");

    /** From rendering only names and labels: where the API is, and whose an object is. */
    @ArchTest
    static final ArchRule STATUS_KNOWS_PLAN_AND_OBSERVATION = classes().that().resideInAPackage(ROOT + ".status..")
            .should().onlyDependOnClassesThat(not("controller", "runtime", "cli", "validation", "foreign")
                    .and(DescribedPredicate.not(resideInAPackage(ROOT + ".render..")
                            .and(DescribedPredicate.not(simpleNameStartingWith("Names")))
                            .and(DescribedPredicate.not(simpleNameStartingWith("Labels"))))))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule PLACEMENT_DOES_NOT_KNOW_THE_PLANNER = noClasses()
            .that().resideInAPackage(ROOT + ".plan.placement..")
            .should().dependOnClassesThat(inPackage("plan"));

    @ArchTest
    static final ArchRule SIZING_KNOWS_NO_PLACEMENT = noClasses().that().resideInAPackage(ROOT + ".plan.sizing..")
            .should().dependOnClassesThat(inPackage("plan").or(resideInAPackage(ROOT + ".plan.placement..")));

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    /** A package of ours knows itself, the packages named, and what is not ours. */
    private static ArchRule only(String name, String... others) {
        String[] known = Stream.concat(Stream.of(name), Arrays.stream(others)).map(p -> ROOT + "." + p + "..")
                .toArray(String[]::new);
        return classes().that().resideInAPackage(ROOT + "." + name + "..")
                .should().onlyDependOnClassesThat(resideInAnyPackage(known)
                        .or(DescribedPredicate.not(resideInAPackage(ROOT + ".."))))
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaClass> not(String... packages) {
        return DescribedPredicate.not(resideInAnyPackage(Arrays.stream(packages).map(p -> ROOT + "." + p + "..")
                .toArray(String[]::new)));
    }

    private static DescribedPredicate<JavaClass> inPackage(String exactly) {
        return resideInAPackage(ROOT + "." + exactly);
    }
}
