package dev.rayllm.operator.runtime;

import dev.rayllm.operator.api.v1alpha1.NodeClassRef;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.InstanceCsv;
import dev.rayllm.operator.plan.PlannerSettings;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.quarkus.runtime.PreventFurtherStepsException;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jboss.logging.Logger;

/** What the controllers are made with. */
class Beans {

    private static final Logger LOG = Logger.getLogger(Beans.class);

    @Produces
    @Singleton
    Catalog catalog(OperatorConfig config) {
        Catalog catalog = Catalog.builtIn();
        return config.instancesFile().map(file -> withInstances(catalog, Path.of(file))).orElse(catalog);
    }

    @Produces
    @Singleton
    PlannerSettings plannerSettings(OperatorConfig config) {
        var c = config.nodeClass();
        NodeClassRef nodeClass = c.group().isPresent() && c.kind().isPresent() && c.name().isPresent()
                ? new NodeClassRef(c.group().get(), c.kind().get(), c.name().get()) : null;
        return new PlannerSettings(nodeClass, config.runtime().orElse(null), config.nodeDiskGib().orElse(null),
                config.karpenter(), config.monitoring());
    }

    /**
     * With a lease namespace, one replica leads and the others wait: losing the lease ends the process, and another
     * leads then. Without one (null) there is a single replica, as on a developer's machine.
     */
    @Produces
    @Dependent
    LeaderElectionConfiguration leaderElection(OperatorConfig config, Leadership leadership) {
        return config.leaseNamespace().map(ns -> new LeaderElectionConfiguration("rayllm-operator", ns,
                LeaderElectionConfiguration.LEASE_DURATION_DEFAULT_VALUE,
                LeaderElectionConfiguration.RENEW_DEADLINE_DEFAULT_VALUE,
                LeaderElectionConfiguration.RETRY_PERIOD_DEFAULT_VALUE, System.getenv("HOSTNAME"),
                new LeaderCallbacks(leadership::gained, Beans::stoppedLeading,
                        leader -> LOG.infof("the leader is %s", leader)), false)).orElse(null);
    }

    /** The SDK's own exit, when it comes from a shutdown hook, waits for that hook to end: forever. */
    private static void stoppedLeading() {
        LOG.info("stopped leading");
        Thread.ofPlatform().daemon().start(() -> System.exit(1));
    }

    /** Invalid rows are named and skipped, the rest is used. */
    private static Catalog withInstances(Catalog catalog, Path file) {
        try (Reader reader = Files.newBufferedReader(file)) {
            var read = InstanceCsv.read(reader, catalog.gpus());
            read.problems().forEach(p -> LOG.warnf("%s line %d: %s; the row is left out", file, p.line(), p.reason()));
            read.warnings().forEach(p -> LOG.warnf("%s line %d: %s", file, p.line(), p.reason()));
            LOG.infof("%d instance types read from %s", read.types().size(), file);
            return catalog.withInstances(read.types());
        } catch (IOException e) {
            throw new PreventFurtherStepsException("RAYLLM_INSTANCES_FILE (rayllm.instances-file): " + file + " cannot be read"
                    + (e instanceof NoSuchFileException ? ": there is no such file" : ": " + e.getMessage())
                    + "; mount it, or leave the setting out", 1);
        }
    }
}
