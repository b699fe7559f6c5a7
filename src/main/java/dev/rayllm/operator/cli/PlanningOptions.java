package dev.rayllm.operator.cli;

import dev.rayllm.operator.api.v1alpha1.NodeClassRef;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.InstanceCsv;
import dev.rayllm.operator.plan.PlannerSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a platform team sets in the operator's configuration, as options. */
final class PlanningOptions {

    private static final Pattern NODE_CLASS = Pattern.compile("([^/]+)/([^/]+)/([^/]+)");

    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final int MOST_DISK_GIB = 1_000_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = {"--instances", "--price-file"}, paramLabel = "FILE", description = "CSV with further machines, or with"
            + " other prices for known ones; first line: " + "name,gpu,gpu_count,cpu_cores,memory_gib,usd_per_hour")
    private Path instances;

    @Option(names = "--node-class", paramLabel = "GROUP/KIND/NAME", description = "Node class for deployments that name"
            + " none; default karpenter.k8s.aws/EC2NodeClass/gpu.")
    private String nodeClass;

    @Option(names = "--node-disk", paramLabel = "GIB", description = "Disk that a node has for pods, GiB: the root volume of the node"
            + " class, or the local disk where that is set up for pods. As the operator's RAYLLM_NODE_DISK_GIB; not checked when"
            + " left out, but for machines whose row has node_disk_gib.")
    private Integer nodeDisk;

    @Option(names = {"-n", "--namespace"}, defaultValue = "default",
            description = "Namespace of deployments that name none; default ${DEFAULT-VALUE}.")
    private String namespace;

    String namespace() {
        if (!NAMESPACE.matcher(namespace).matches()) {
            throw new UsageProblem("--namespace '" + namespace + "' is no name of a namespace: 1 to 63 of a-z, 0-9 and -,"
                    + " a letter or digit first and last");
        }
        return namespace;
    }

    PlannerSettings settings() {
        PlannerSettings standard = PlannerSettings.standard();
        if (nodeDisk != null && (nodeDisk < 1 || nodeDisk > MOST_DISK_GIB)) {
            throw new UsageProblem("--node-disk '" + nodeDisk + "' is not a whole number of GiB between 1 and " + MOST_DISK_GIB);
        }
        if (nodeClass == null) {
            return new PlannerSettings(standard.defaultNodeClass(), standard.defaultRuntime(), nodeDisk);
        }
        Matcher parts = NODE_CLASS.matcher(nodeClass);
        if (!parts.matches()) {
            throw new UsageProblem("--node-class '" + nodeClass + "' is not GROUP/KIND/NAME, such as"
                    + " karpenter.k8s.aws/EC2NodeClass/gpu");
        }
        return new PlannerSettings(new NodeClassRef(parts.group(1), parts.group(2), parts.group(3)),
                standard.defaultRuntime(), nodeDisk);
    }

    /** The built-in tables with the machines of the file; rows of it that cannot be are named on standard error. */
    Catalog catalog() {
        Catalog catalog = Catalog.builtIn();
        if (instances == null) {
            return catalog;
        }
        InstanceCsv.Result rows;
        try {
            rows = InstanceCsv.read(Files.newBufferedReader(instances), catalog.gpus());
        } catch (IOException e) {
            throw new UsageProblem("cannot read '" + instances + "': "
                    + (e instanceof NoSuchFileException ? "no such file" : e.toString()));
        }
        PrintWriter err = command.commandLine().getErr();
        rows.problems().forEach(problem -> err.println("rayllm: " + instances + ": " + problem + " (skipped)"));
        rows.warnings().forEach(warning -> err.println("rayllm: " + instances + ": " + warning));
        if (rows.types().isEmpty()) {
            throw new UsageProblem("'" + instances + "' has no usable machine; the first line must be " + InstanceCsv.HEADER);
        }
        return catalog.withInstances(rows.types());
    }
}
