// Command lab-karpenter is Karpenter as published, with its kwok cloud provider, for the lab of hack/cluster.sh.
// It differs from the program in Karpenter's own repository in three ways:
//
//   - metrics and probes listen on 127.0.0.1 only;
//   - the cloud provider is decorated (see provider.go): nodes report the whole machine, and annotations of the
//     KWOKNodeClass make launches fail as they do in a cloud;
//   - instance types follow the labels of a real provider (see instances.go).
//
// "lab-karpenter instance-types FILE.csv..." prints the instance file that INSTANCE_TYPES_FILE_PATH is to name.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"github.com/awslabs/operatorpkg/serrors"
	"github.com/go-logr/zapr"
	"github.com/samber/lo"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/kubernetes"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	kwok "sigs.k8s.io/karpenter/kwok/cloudprovider"
	v1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider/overlay"
	"sigs.k8s.io/karpenter/pkg/controllers"
	"sigs.k8s.io/karpenter/pkg/controllers/nodeoverlay"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/events"
	"sigs.k8s.io/karpenter/pkg/operator"
	"sigs.k8s.io/karpenter/pkg/operator/injection"
	"sigs.k8s.io/karpenter/pkg/operator/logging"
	"sigs.k8s.io/karpenter/pkg/operator/options"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "instance-types" {
		if err := printInstanceTypes(os.Stdout, os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "lab-karpenter:", err)
			os.Exit(1)
		}
		return
	}

	ctx := injection.WithOptionsOrDie(context.Background(), options.Injectables...)
	logger := serrors.NewLogger(zapr.NewLogger(logging.NewLogger(ctx, "controller")))
	log.SetLogger(logger)
	klog.SetLogger(logger)
	ctx = log.IntoContext(ctx, logger)

	mgr := newManager(ctx)
	index(ctx, mgr)
	op := &operator.Operator{
		Manager:             mgr,
		KubernetesInterface: kubernetes.NewForConfigOrDie(mgr.GetConfig()),
		EventRecorder:       events.NewRecorder(mgr.GetEventRecorderFor("karpenter")), //nolint:staticcheck // what Karpenter takes
		Clock:               clock.RealClock{},
		InstanceTypeStore:   nodeoverlay.NewInstanceTypeStore(),
	}

	instanceTypes := describe(lo.Must(kwok.ConstructInstanceTypes(ctx)))
	provider := newProvider(ctx, op.GetClient(), instanceTypes)
	overlaid := overlay.Decorate(provider, op.GetClient(), op.InstanceTypeStore)
	cluster := state.NewCluster(op.Clock, op.GetClient(), overlaid)
	op.WithControllers(ctx, controllers.NewControllers(ctx, op.Manager, op.Clock, op.GetClient(), op.EventRecorder,
		overlaid, provider, cluster, op.InstanceTypeStore)...).Start(ctx)
}

// newManager makes the manager that operator.NewOperator would make, but for the addresses. There is no leader
// election: the lab has one Karpenter.
func newManager(ctx context.Context) manager.Manager {
	opts := options.FromContext(ctx)
	config := ctrl.GetConfigOrDie()
	config.QPS = float32(opts.KubeClientQPS)
	config.Burst = opts.KubeClientBurst
	config.UserAgent = "karpenter/lab"
	logger := log.FromContext(ctx)

	mgr := lo.Must(ctrl.NewManager(config, ctrl.Options{
		Logger:                 logging.IgnoreDebugEvents(logger),
		Metrics:                metricsserver.Options{BindAddress: fmt.Sprintf("127.0.0.1:%d", opts.MetricsPort)},
		HealthProbeBindAddress: fmt.Sprintf("127.0.0.1:%d", opts.HealthProbePort),
		BaseContext: func() context.Context {
			return injection.WithOptionsOrDie(log.IntoContext(context.Background(), logger), options.Injectables...)
		},
		Cache: cache.Options{ByObject: map[client.Object]cache.ByObject{
			&coordinationv1.Lease{}: {
				Field: fields.SelectorFromSet(fields.Set{"metadata.namespace": corev1.NamespaceNodeLease}),
			},
		}},
	}))
	lo.Must0(mgr.AddHealthzCheck("healthz", healthz.Ping))
	lo.Must0(mgr.AddReadyzCheck("caches", func(req *http.Request) error {
		if !mgr.GetCache().WaitForCacheSync(req.Context()) {
			return fmt.Errorf("caches are not synced")
		}
		return nil
	}))
	return mgr
}

// index declares the fields by which Karpenter's controllers look objects up.
func index(ctx context.Context, mgr manager.Manager) {
	add := func(object client.Object, field string, value func(client.Object) string) {
		lo.Must0(mgr.GetFieldIndexer().IndexField(ctx, object, field, func(o client.Object) []string {
			return []string{value(o)}
		}), "indexing "+field)
	}
	add(&corev1.Pod{}, "spec.nodeName", func(o client.Object) string { return o.(*corev1.Pod).Spec.NodeName })
	add(&corev1.Node{}, "spec.providerID", func(o client.Object) string { return o.(*corev1.Node).Spec.ProviderID })
	add(&storagev1.VolumeAttachment{}, "spec.nodeName",
		func(o client.Object) string { return o.(*storagev1.VolumeAttachment).Spec.NodeName })
	add(&v1.NodeClaim{}, "status.providerID",
		func(o client.Object) string { return o.(*v1.NodeClaim).Status.ProviderID })

	parts := map[string]func(*v1.NodeClassReference) string{
		"group": func(r *v1.NodeClassReference) string { return r.Group },
		"kind":  func(r *v1.NodeClassReference) string { return r.Kind },
		"name":  func(r *v1.NodeClassReference) string { return r.Name },
	}
	for part, of := range parts {
		add(&v1.NodeClaim{}, "spec.nodeClassRef."+part,
			func(o client.Object) string { return of(o.(*v1.NodeClaim).Spec.NodeClassRef) })
		add(&v1.NodePool{}, "spec.template.spec.nodeClassRef."+part,
			func(o client.Object) string { return of(o.(*v1.NodePool).Spec.Template.Spec.NodeClassRef) })
	}
}
