package dev.rayllm.operator.runtime;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/** Whether this replica is the one that writes. Losing the lease ends the process, so it is only ever gained. */
@ApplicationScoped
class Leadership {

    private static final Logger LOG = Logger.getLogger(Leadership.class);

    private final AtomicBoolean leading = new AtomicBoolean();
    private final OperatorConfig config;

    Leadership(OperatorConfig config) {
        this.config = config;
    }

    void gained() {
        leading.set(true);
        LOG.info("leading");
    }

    /** A single replica, without a lease, always leads. */
    boolean leads() {
        return config.leaseNamespace().isEmpty() || leading.get();
    }
}
