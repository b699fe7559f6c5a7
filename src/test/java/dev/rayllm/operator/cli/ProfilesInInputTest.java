package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** ModelProfiles among the documents: they take part like built-in rows, and a broken one harms nobody. */
class ProfilesInInputTest {

    private static String profile(String name, String id, String heads, String more) {
        return "---\napiVersion: rayllm.dev/v1alpha1\nkind: ModelProfile\nmetadata: {name: " + name + "}\nspec:\n  id: " + id + "\n" + more
                + "  architecture: {model_type: llama, hidden_size: 4096, num_hidden_layers: 32, num_attention_heads: " + heads
                + ",\n    num_key_value_heads: 8, intermediate_size: 14336, vocab_size: 128256, max_position_embeddings: 8192}\n";
    }

    private static String deployment(String name, String profile) {
        return "---\n" + Cli.deployment(name, "  model: {profile: " + profile + "}");
    }

    @Test
    void ownRowIsFoundByNameAliasAndRepositoryWhereverItStands() {
        String text = deployment("a", "acme-8b") + deployment("b", "our-chat") + profile("acme-8b", "acme/chat-8b", "32",
                "  aliases: [our-chat]\n") + deployment("c", "acme/chat-8b");
        String out = Cli.runWith(text, "plan", "-f", "-").done().out();
        assertThat(out).contains("a (namespace llm): acme/chat-8b on", "b (namespace llm): acme/chat-8b on", "c (namespace llm): acme/chat-8b on");
        assertThat(Cli.runWith(text, "validate", "-f", "-").done().out()).contains("4 documents: 4 ok, 0 refused");
    }

    @Test
    void ownRowReplacesABuiltInOneOfItsName() {
        String text = deployment("a", "mistral-7b-instruct") + profile("mistral-7b-instruct", "acme/mistral-fork", "32", "");
        assertThat(Cli.runWith(text, "plan", "-f", "-").done().out()).contains("acme/mistral-fork on");
    }

    @Test
    void brokenRowIsRefusedOnItsOwn() {
        String text = deployment("fine", "mistral-7b-instruct") + profile("broken", "acme/broken", "30", "") + deployment("own", "good")
                + profile("good", "acme/good", "32", "");
        Cli planned = Cli.runWith(text, "plan", "-f", "-").refused();
        assertThat(planned.out()).contains("fine (namespace llm)", "own (namespace llm): acme/good on");
        assertThat(planned.err().lines()).allMatch(line -> line.startsWith("refused: <stdin> (document ") && line.contains(": broken: "));
        assertThat(planned.err()).contains("num_attention_heads 30");
        assertThat(Cli.runWith(text, "validate", "-f", "-").refused().out()).contains("4 documents: 3 ok, 1 refused");
    }

    @Test
    void rowThatTheSchemaRefusesIsRefusedOnItsOwn() {
        String text = deployment("fine", "mistral-7b-instruct") + profile("broken", "acme/broken", "many", "");
        Cli planned = Cli.runWith(text, "plan", "-f", "-").refused();
        assertThat(planned.out()).contains("fine (namespace llm)");
        assertThat(planned.err()).contains("broken: spec.architecture.num_attention_heads: ").hasLineCount(1);
    }

    @Test
    void deploymentOfABrokenRowIsToldWhyAndOthersKeepTheirs() {
        String text = deployment("user", "broken") + profile("broken", "acme/broken", "30", "  aliases: [mistral-7b-instruct]\n")
                + deployment("fine", "mistral-7b-instruct");
        Cli planned = Cli.runWith(text, "plan", "-f", "-").refused();
        assertThat(planned.out()).as("an alias of a broken row takes nothing from a sound one")
                .contains("fine (namespace llm): mistralai/Mistral-7B-Instruct-v0.3 on").doesNotContain("user (namespace");
        assertThat(planned.err()).contains("user: spec.model.profile: ");
    }

    @Test
    void brokenRowOfABuiltInNameIsToldToItsUsersOnly() {
        String text = deployment("user", "mistral-7b-instruct") + profile("mistral-7b-instruct", "acme/fork", "30", "")
                + deployment("fine", "qwen3-8b");
        Cli planned = Cli.runWith(text, "plan", "-f", "-").refused();
        assertThat(planned.out()).contains("fine (namespace llm)").doesNotContain("user (namespace");
        assertThat(planned.err()).contains("user: spec.model.profile: ");
    }
}
