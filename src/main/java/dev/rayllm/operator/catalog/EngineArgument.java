package dev.rayllm.operator.catalog;

/**
 * An argument of vLLM's engine or of its HTTP frontend, by its Python name.
 *
 * @param name         snake_case name, as {@code engine_kwargs} wants it
 * @param frontend     whether it belongs to the HTTP frontend (Ray accepts those among the engine's)
 * @param type         what it takes, in the form of {@link ArgumentType}
 * @param nullable     whether null is allowed
 * @param defaultValue vLLM's own default as text; empty when vLLM computes it
 * @param range        bounds of a number, in the form of {@link ArgumentRange}; empty for none
 */
public record EngineArgument(
        String name, boolean frontend, String type, boolean nullable, String defaultValue, String range) {
}
