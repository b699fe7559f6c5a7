package dev.rayllm.operator.catalog;

import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import java.util.List;

/**
 * One row of the profile table.
 *
 * @param name    name of the row, or of the {@code ModelProfile} object
 * @param spec    what is known of the model
 * @param builtIn whether the row comes with this release; false for a {@code ModelProfile} of the cluster or a file
 */
public record ModelRow(String name, ModelProfileSpec spec, boolean builtIn) {

    /** Whether a text is the row's name or its repository, with or without the owner, and not merely an alias. */
    public boolean ownName(String text) {
        String key = Spelling.key(text);
        return key.equals(Spelling.key(name)) || spec != null && spec.id() != null
                && (key.equals(Spelling.key(spec.id())) || key.equals(Spelling.key(Spelling.withoutOwner(spec.id()))));
    }

    /** What stands against using this row, one clear sentence each; empty for a sound row. */
    public List<String> problems() {
        return ProfileProblems.of(spec);
    }
}
