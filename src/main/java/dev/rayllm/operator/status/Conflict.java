package dev.rayllm.operator.status;

import dev.rayllm.operator.api.v1alpha1.Reason;

/**
 * Why a child cannot be made: an object of its name is there already, and is not of this deployment.
 *
 * @param reason  which child
 * @param message in words, with what to do
 */
public record Conflict(Reason reason, String message) {
}
